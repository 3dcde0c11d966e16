import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Client } from '@temporalio/client';
import { grpcErrorOf } from '../../temporal/connect-error';
import { listExecutions } from '../release/list-executions';
import { pickSample, sampleQueries, type Candidate } from './sample';

/** History of an execution, with its names for the report. */
export interface Recorded {
  workflowId: string;
  runId: string;
  type: string;
  history: object;
}

/** Histories in the order of their replay, read one after another. */
export interface Source {
  total: number;
  histories: AsyncIterable<Recorded>;
}

const notFound = 5;

interface History {
  events?:
    | {
        workflowExecutionStartedEventAttributes?: {
          workflowType?: { name?: string | null } | null;
          originalExecutionRunId?: string | null;
        } | null;
      }[]
    | null;
}

function recordedOf(workflowId: string, history: History): Recorded {
  const started = history.events?.[0]?.workflowExecutionStartedEventAttributes;
  if (!started) throw new Error(`${workflowId} has no history of a workflow.`);
  return {
    workflowId,
    runId: started.originalExecutionRunId ?? '',
    type: started.workflowType?.name ?? '',
    history,
  };
}

/** Reads the files of a folder, as `temporal workflow show --output json` writes them. */
export async function recordedIn(folder: string): Promise<Source> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.json')).sort();
  async function* read(): AsyncGenerator<Recorded> {
    for (const name of files) {
      yield recordedOf(name, JSON.parse(await readFile(path.join(folder, name), 'utf8')) as History);
    }
  }
  return { total: files.length, histories: read() };
}

/** Candidates listed for each kind of workflow. */
const listed = 500;

/**
 * Samples the running and recently closed executions of a namespace. Changes nothing.
 * @param query limits the sample to matching executions
 */
export async function sampleOf(client: Client, size: number, query?: string): Promise<Source> {
  const groups: Candidate[][] = [];
  for (const kind of sampleQueries(Date.now())) {
    groups.push(await candidatesOf(client, query === undefined ? kind : `${kind} and (${query})`));
  }
  const sample = pickSample(groups, size);
  async function* read(): AsyncGenerator<Recorded> {
    for (const { workflowId, runId } of sample) {
      const history = await historyOf(client, workflowId, runId);
      if (history !== null) yield recordedOf(workflowId, history);
    }
  }
  return { total: sample.length, histories: read() };
}

async function candidatesOf(client: Client, query: string): Promise<Candidate[]> {
  const executions = await listExecutions(client, query, listed);
  return executions.map(({ execution, searchAttributes }) => ({
    workflowId: execution?.workflowId ?? '',
    runId: execution?.runId ?? '',
    kind: kindAttributes
      .map((name) => Buffer.from(searchAttributes?.indexedFields?.[name]?.data ?? '').toString())
      .join(' '),
  }));
}

/** Executions of one journey version at one step have the same history up to their ids and times. */
const kindAttributes = ['JourneyId', 'JourneyVersion', 'CurrentStepId'];

/** @returns null if the execution has been deleted since it was listed */
async function historyOf({ workflow }: Client, workflowId: string, runId: string): Promise<History | null> {
  try {
    return await workflow.getHandle(workflowId, runId).fetchHistory();
  } catch (error) {
    if (grpcErrorOf(error).code === notFound) return null;
    throw error;
  }
}
