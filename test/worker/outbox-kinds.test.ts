import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OutboxCommand } from '../../db/outbox/outbox';
import { carryOut, outboxKinds, type OutboxTargets } from '../../worker/outbox-kinds';
import { repositoryRoot } from '../architecture/source-files';

test('each kind of command is described in the architecture', () => {
  const text = readFileSync(join(repositoryRoot, 'docs/ARCHITECTURE.md'), 'utf8');
  expect(outboxKinds.length).toBeGreaterThan(5);
  expect(outboxKinds.filter((kind) => !text.includes(`\`${kind}\``))).toEqual([]);
});

test.each(['start_rocket', 'toString'])(
  'a command "%s", which a newer version wrote, is left to its workers',
  async (kind) => {
    const command = { id: '1', workspaceId: 'wsp_1', kind, subjectId: 's', attempts: 0 } as unknown as OutboxCommand;
    await expect(carryOut({} as OutboxTargets, command)).rejects.toThrow(
      `This version does not know the command "${kind}": a newer worker carries it out.`,
    );
  },
);
