import { readFileSync } from 'node:fs';
import path from 'node:path';
import { edgesOf } from '../../domain/journeys/graph';
import type { JourneyStep } from '../../domain/journeys/schemas';
import { repositoryRoot } from '../architecture/source-files';

export type ExampleStep = { id: string; kind: string } & Record<string, unknown>;

/** An example of docs/JOURNEYS.md. The first step is of the kind that it shows. */
export interface StepExample {
  title: string;
  steps: [ExampleStep, ...ExampleStep[]];
}

/** Reads all examples. @param communicationId replaces the message that they name */
export function readStepExamples(communicationId: string): StepExample[] {
  const page = readFileSync(path.join(repositoryRoot, 'docs/JOURNEYS.md'), 'utf8');
  return [...page.matchAll(/^### (.+)\n[\s\S]*?```json\n([\s\S]*?)```/gm)].map(([, title = '', json = '']) => ({
    title,
    steps: JSON.parse(json.replaceAll('"WELCOME"', JSON.stringify(communicationId))) as StepExample['steps'],
  }));
}

/** Returns a copy of a step with other next steps. */
export function withNextSteps(step: ExampleStep, nextStep: () => string): ExampleStep {
  const copy = structuredClone(step);
  for (const { field } of edgesOf(copy as JourneyStep)) {
    const names = field.split('.');
    const owner = names.slice(0, -1).reduce<unknown>((part, name) => (part as Record<string, unknown>)[name], copy);
    (owner as Record<string, unknown>)[names.at(-1)!] = nextStep();
  }
  return copy;
}
