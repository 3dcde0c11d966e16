import { insertTriggerContract } from '../../db/trigger-contracts';
import { createTriggerContractBody, triggerContractRecord } from '../../domain/trigger-contracts/schemas';
import { created } from '../answers';
import { defineRoute, type Route } from '../route';
import { presentTriggerContract } from './present';

const tag = 'trigger-contracts';

export const triggerContractRoutes: Route[] = [
  defineRoute({
    method: 'post',
    path: '/api/trigger-contracts',
    tag,
    summary: 'Create a trigger contract: which event starts a journey',
    access: { permission: 'trigger_contracts.write' },
    limit: 'write',
    request: { body: createTriggerContractBody },
    responses: { 201: triggerContractRecord },
    handler: async ({ body, actor, services: { database } }) => {
      const contract = await insertTriggerContract(database, {
        workspaceId: actor.workspaceId,
        name: body.name ?? body.eventName,
        eventName: body.eventName,
        where: body.where ?? null,
      });
      return created(presentTriggerContract(contract));
    },
  }),
];
