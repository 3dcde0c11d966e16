import { parseArgs } from 'node:util';
import { Client } from '@temporalio/client';
import { loadReleaseSettings, SettingsError } from '../config';
import { createLogger } from '../logging';
import { connectTemporal } from '../temporal/client-connection';
import { grpcErrorOf, TemporalConnectError } from '../temporal/connect-error';
import { dataConverterOf } from '../temporal/payload-codec';
import { workflowBundlePath } from '../worker/bundle';
import { installTemporalRuntime } from '../worker/runtime';
import { recordedIn, sampleOf, type Source } from './release-check/recorded';
import { isMissingKey, replayAll, type CheckResult } from './release-check/replay';

/** `npm run release:check`: replays histories with this release's workflow code, and refuses it if one fails. */

const usage = `Usage:
  npm run release:check [-- OPTIONS]

  --from DIR          folder with histories as JSON; default test/replay/histories
  --from namespace    running and recently closed executions of the Temporal namespace, which it does not change
  --sample N          number of executions to take from the namespace; default 200
  --query QUERY       only executions that match, such as 'JourneyId = "jrn_…"'

Exits with 1 if a history does not replay, and with 2 if it could not check any.`;

interface Given {
  from: string;
  sample: number;
  query: string | undefined;
}

async function main(): Promise<void> {
  const given = readArguments();
  const result = await (given.from === 'namespace' ? checkNamespace(given) : checkFolder(given.from));
  if (result.checked.size === 0) {
    throw new SettingsError(
      given.query === undefined ? 'The namespace has no executions to replay.' : 'No execution matches the query.',
    );
  }
  printResult(result);
  if (result.refusals.length > 0) process.exitCode = 1;
}

async function checkFolder(folder: string): Promise<CheckResult> {
  // Recorded histories need no server.
  const settings = loadReleaseSettings({ ...process.env, TEMPORAL_ADDRESS: 'none:0' });
  const source = await recordedIn(folder).catch((error: unknown) => {
    throw new SettingsError(`Cannot read the folder ${folder}: ${(error as Error).message}`);
  });
  if (source.total === 0) throw new SettingsError(`The folder ${folder} contains no histories: set --from.`);
  return check(settings, source);
}

async function checkNamespace({ sample, query }: Given): Promise<CheckResult> {
  const settings = loadReleaseSettings(process.env);
  const connection = await connectTemporal(settings);
  try {
    const client = new Client({ connection, namespace: settings.TEMPORAL_NAMESPACE });
    return await check(settings, await sampleOf(client, sample, query));
  } finally {
    await connection.close();
  }
}

const invalidArgument = 3;
const progressEvery = 50;

async function check(settings: ReturnType<typeof loadReleaseSettings>, source: Source): Promise<CheckResult> {
  const codePath = settings.WORKFLOW_BUNDLE ?? (await workflowBundlePath());
  console.log(`Replays ${source.total} histories with ${codePath}`);
  // A runtime without a worker would keep the process running.
  await installTemporalRuntime(createLogger('worker', 'silent'));
  return replayAll({ workflowBundle: { codePath }, ...dataConverterOf(settings) }, source, (replayed) => {
    if (replayed % progressEvery === 0) console.log(`  ${replayed} of ${source.total}`);
  });
}

function printResult({ checked, refusals }: CheckResult): void {
  for (const { workflowId, runId, type, reason } of refusals) {
    console.error(`Refused: ${type} ${workflowId}, run ${runId}\n  ${reason}`);
  }
  const total = [...checked.values()].reduce((sum, count) => sum + count, 0);
  for (const [type, count] of [...checked].sort()) console.log(`  ${type}: ${count}`);
  if (refusals.length === 0) {
    console.log(`All ${total} histories replay.`);
    return;
  }
  const lacksKey = refusals.some(isMissingKey);
  console.error(
    `${refusals.length} of ${total} histories do not replay: do not deploy this release. ` +
      (lacksKey
        ? 'Set TEMPORAL_CODEC_KEYS to the keys of the workers, and check again.'
        : 'Put the change behind patched(): see "Change a workflow" in CONTRIBUTING.md.'),
  );
}

/** @throws SettingsError with the usage if an option is wrong */
function readArguments(): Given {
  try {
    const { values } = parseArgs({
      options: {
        from: { type: 'string', default: 'test/replay/histories' },
        sample: { type: 'string', default: '200' },
        query: { type: 'string' },
      },
    });
    const sample = Number(values.sample);
    if (!Number.isInteger(sample) || sample < 1) throw new Error('--sample must be a whole number greater than 0.');
    return { from: values.from, sample, query: values.query };
  } catch (error) {
    throw new SettingsError(`${(error as Error).message}\n${usage}`);
  }
}

main().catch((error: unknown) => {
  const isOneLine = error instanceof SettingsError || error instanceof TemporalConnectError;
  const { code, details } = grpcErrorOf(error);
  console.error(
    code === invalidArgument ? `Temporal refuses the query: ${details}` : isOneLine ? error.message : error,
  );
  process.exitCode = 2;
});
