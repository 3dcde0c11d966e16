import type { JourneyStep } from '../../../../domain/journeys/schemas';
import { edgeKey } from '../canvas/marks';
import { journeyEdges, nowhere, startId, type Edge } from './edges';

type Steps = readonly JourneyStep[];

/**
 * Describes the changes of steps and connections in sentences, for screen readers.
 * @returns an empty string if only fields of steps changed
 */
export function describeChange(before: Steps, after: Steps): string {
  const [old, young] = [new Map(before.map((step) => [step.id, step])), new Map(after.map((step) => [step.id, step]))];
  const added = after.filter(({ id }) => !old.has(id));
  const removed = before.filter(({ id }) => !young.has(id));
  const [one, ...others] = added;
  const [gone] = removed;
  if (one !== undefined && gone !== undefined && others.length === 0 && removed.length === 1) {
    return `${gone.id} renamed to ${one.id}.`;
  }
  const sentences = [
    ...(one === undefined ? [] : [others.length === 0 ? describeAdded(one, after) : listed(added, 'added')]),
    ...(removed.length === 0
      ? []
      : [removed.length === 1 ? `${nameIn(removed, gone?.id)} deleted.` : listed(removed, 'deleted')]),
    // The sentence about a new step already includes its connections.
    ...(added.length > 0 ? [] : describeWays(before, after)),
  ];
  return sentences.join(' ');
}

const listed = (steps: Steps, what: string): string =>
  `${steps.length} steps ${what}: ${steps.map(({ id }) => nameIn(steps, id)).join(', ')}.`;

function describeAdded(step: JourneyStep, steps: Steps): string {
  const edges = journeyEdges(steps);
  const after = edges.filter(({ to }) => to === step.id).map((edge) => wayOut(edge, steps));
  const to = [...new Set(edges.filter(({ from }) => from === step.id).map((edge) => edge.to))];
  const place = after.length === 0 ? ', not connected' : ` after ${after.join(' and ')}`;
  const next = to.length === 0 ? '' : `, leads to ${to.map((id) => nameIn(steps, id)).join(' and ')}`;
  return `${nameIn(steps, step.id)} added${place}${next}.`;
}

function describeWays(before: Steps, after: Steps): string[] {
  const old = new Map(journeyEdges(before).map((edge) => [edgeKey(edge.from, edge.field), edge]));
  const young = new Map(journeyEdges(after).map((edge) => [edgeKey(edge.from, edge.field), edge]));
  const kept = new Set(after.map(({ id }) => id));
  const led = [...young]
    .filter(([key, { to }]) => old.get(key)?.to !== to)
    .map(([, edge]) => `${wayOut(edge, after)} now leads to ${nameIn(after, edge.to)}.`);
  const gone = [...old]
    .filter(([key, { from }]) => !young.has(key) && kept.has(from))
    .map(([, edge]) => `${wayOut(edge, before)} removed.`);
  return [...led, ...gone].map(capitalized);
}

const capitalized = (sentence: string): string => sentence.charAt(0).toUpperCase() + sentence.slice(1);

const wayOut = ({ from, label }: Edge, steps: Steps): string =>
  label === '' ? nameIn(steps, from) : `the ${label} path of ${nameIn(steps, from)}`;

function nameIn(steps: Steps, id: string | undefined): string {
  if (id === startId) return 'the start';
  if (id === nowhere || id === undefined) return 'no step';
  return steps.find((step) => step.id === id)?.name ?? id;
}
