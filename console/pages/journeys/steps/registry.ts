import { branch } from './branch';
import { exit } from './exit';
import { experiment } from './experiment';
import { send } from './send';
import type { StepKind, StepKindDefinition } from './step-kind';
import { updatePerson } from './update-person';
import { wait } from './wait';
import { webhook } from './webhook';

/** The kinds of steps, in the order of the list from which people choose. */
export const stepKinds: Readonly<Record<StepKind, StepKindDefinition>> = {
  send,
  wait,
  branch,
  experiment,
  webhook,
  update_person: updatePerson,
  exit,
} satisfies { [Kind in StepKind]: StepKindDefinition<Kind> };
