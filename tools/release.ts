import { parseArgs } from 'node:util';
import { Client } from '@temporalio/client';
import { loadReleaseSettings, SettingsError } from '../config';
import { connectTemporal } from '../temporal/client-connection';
import { grpcErrorOf, TemporalConnectError } from '../temporal/connect-error';
import {
  countWorkflows,
  previousRelease,
  readDeployment,
  setCurrent,
  setRamp,
  unpinWorkflows,
  unversioned,
  type Deployment,
  type Target,
} from './release/deployment';

/** `npm run release`: chooses the release whose workers get executions, if TEMPORAL_VERSIONING is on. */

const usage = `Usage:
  npm run release -- status                      list the releases and their running workflows
  npm run release -- ramp PERCENT [--release ID] send this share of executions to a release; by default to RELEASE
  npm run release -- promote [--release ID]      send all executions to a release; by default to RELEASE
  npm run release -- rollback [--to ID]          end the ramp; without one, return to the previous release, or to ID.
                                                 "unversioned" is the workers without TEMPORAL_VERSIONING
  npm run release -- move ID                     let workflows that are pinned to a release continue on the current one`;

interface Given {
  target: Target;
  words: readonly string[];
  /** The release of the command: an option, or RELEASE. */
  release: string | undefined;
  to: string | undefined;
}

const commands: Record<string, (given: Given) => Promise<void>> = {
  status: ({ target }) => printStatus(target),
  async ramp({ target, words: [word], ...given }) {
    const percent = Number(word);
    if (word === undefined || !(percent > 0 && percent <= 100)) {
      throw new SettingsError(`PERCENT must be a number above 0 and at most 100.\n${usage}`);
    }
    const id = releaseOf(given);
    await setRamp(target, { id, percent });
    console.log(`Release ${id} gets ${percent}% of executions. To undo: npm run release -- rollback`);
  },
  async promote({ target, ...given }) {
    const id = releaseOf(given);
    await setCurrent(target, id);
    const deployment = await readDeployment(target);
    const isFirst = deployment !== null && previousRelease(deployment) === undefined;
    const undo = isFirst ? `rollback --to ${unversioned}` : 'rollback';
    console.log(`Release ${id} is current. To undo: npm run release -- ${undo}`);
    await printStatus(target);
  },
  rollback,
  async move({ target, words: [id] }) {
    if (id === undefined) throw new SettingsError(usage);
    const { releases = [] } = (await readDeployment(target)) ?? {};
    if (!releases.some((release) => release.id === id)) {
      throw new SettingsError(`Release ${id} does not exist. npm run release -- status lists the releases.`);
    }
    const moved = await unpinWorkflows(target, id);
    for (const workflowId of moved) console.log(`  ${workflowId}`);
    console.log(`${moved.length} workflows of release ${id} continue on the current release.`);
  },
};

function releaseOf({ release }: Pick<Given, 'release'>): string {
  if (release === undefined) throw new SettingsError('RELEASE is not set: set it, or add --release ID.');
  return release;
}

async function rollback({ target, to }: Given): Promise<void> {
  const deployment = await readDeployment(target);
  if (deployment === null) throw new SettingsError(noReleases(target));
  const ramp = to === undefined ? deployment.ramping : null;
  const left = ramp?.id ?? deployment.current;
  await (ramp === null ? returnTo(target, deployment, to) : setRamp(target, null));
  const { current } = (await readDeployment(target)) ?? deployment;
  console.log(`Release ${left} gets no more executions. ${current} is current.`);
  const { all, pinned } = await countWorkflows(target, left);
  if (pinned > 0) {
    console.log(
      `${pinned} workflows are pinned to ${left}: keep its workers until they end, or run npm run release -- move ${left}`,
    );
  }
  if (all > pinned) {
    console.log(
      `${all - pinned} executions made progress on ${left}, and continue on ${current}. If npm run doctor reports failing ` +
        'workflow tasks, see "Roll back" in docs/OPERATIONS.md.',
    );
  }
}

async function returnTo(target: Target, deployment: Deployment, to = previousRelease(deployment)): Promise<void> {
  if (to === undefined) {
    throw new SettingsError(
      `No release before ${deployment.current} was current: add --to ID, or --to ${unversioned}.`,
    );
  }
  if (deployment.ramping !== null) await setRamp(target, null);
  // A release that lacks a new queue is better than the one that is rolled back.
  await setCurrent(target, to, { ignoreMissingTaskQueues: true });
}

const noReleases = ({ deploymentName }: Target): string =>
  `The deployment ${deploymentName} has no releases: start a worker with TEMPORAL_VERSIONING=on and RELEASE.`;

async function printStatus(target: Target): Promise<void> {
  const deployment = await readDeployment(target);
  if (deployment === null) throw new SettingsError(noReleases(target));
  const { current, ramping, releases } = deployment;
  const rows = [...releases, { id: unversioned, state: current === unversioned ? 'current' : 'not current' }];
  console.log(`Deployment ${target.deploymentName}: ${current} is current.`);
  for (const { id, state } of rows) {
    const { all, pinned } = await countWorkflows(target, id);
    const share = id === ramping?.id ? ` ${ramping.percent}%` : '';
    console.log(`  ${id}: ${state}${share}, ${all} running, ${pinned} of them pinned`);
  }
}

async function main(): Promise<void> {
  const { positionals, values } = readArguments();
  const [name = '', ...words] = positionals;
  const run = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (run === undefined) throw new SettingsError(usage);
  const settings = loadReleaseSettings(process.env);
  const connection = await connectTemporal(settings);
  const client = new Client({ connection, namespace: settings.TEMPORAL_NAMESPACE });
  const target = { client, deploymentName: settings.TEMPORAL_DEPLOYMENT };
  try {
    await run({ target, words, release: values.release ?? settings.RELEASE, to: values.to });
  } finally {
    await connection.close();
  }
}

/** @throws SettingsError with the usage if an option is unknown */
function readArguments() {
  try {
    return parseArgs({ allowPositionals: true, options: { release: { type: 'string' }, to: { type: 'string' } } });
  } catch (error) {
    throw new SettingsError(`${(error as Error).message}\n${usage}`);
  }
}

/** Temporal refuses a release that is unknown, or lacks a queue of the current one. */
const refused = new Set<unknown>([3, 5, 9]);

function messageOf(error: unknown): unknown {
  if (error instanceof SettingsError || error instanceof TemporalConnectError) return error.message;
  const { code, details } = grpcErrorOf(error);
  return refused.has(code)
    ? `Temporal refuses: ${(details ?? '').replace(/[.?!]+$/, '')}. npm run release -- status lists the releases.`
    : error;
}

main().catch((error: unknown) => {
  console.error(messageOf(error));
  process.exitCode = 1;
});
