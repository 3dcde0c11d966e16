import { createServer, type ServerHttp2Stream } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { temporal } from '@temporalio/proto';

/**
 * A Temporal server without workflows, in a separate process: each call gets a fixed response after a fixed time. Shows
 * the cost of a client without that of a server. `limit` refuses starts as above a rate limit, `allow` accepts them, and
 * `count` reports the calls since the last `count`, by method.
 */

export interface StandInArguments {
  delayMs: number;
}

export type StandInMessage = { kind: 'ready'; address: string } | { kind: 'calls'; calls: Record<string, number> };

const start = 'StartWorkflowExecution';
const api = temporal.api.workflowservice.v1;
const { WORKFLOW_EXECUTION_STATUS_RUNNING: status } = temporal.api.enums.v1.WorkflowExecutionStatus;
const empty = new Uint8Array();

const responses: Readonly<Record<string, Uint8Array>> = {
  [start]: api.StartWorkflowExecutionResponse.encode({ runId: 'run', started: true }).finish(),
  SignalWithStartWorkflowExecution: api.SignalWithStartWorkflowExecutionResponse.encode({ runId: 'run' }).finish(),
  DescribeWorkflowExecution: api.DescribeWorkflowExecutionResponse.encode({
    executionConfig: {},
    workflowExecutionInfo: {
      execution: { workflowId: 'journey/any', runId: 'run' },
      type: { name: 'journey' },
      status,
      startTime: { seconds: 1_700_000_000n as never },
    },
  }).finish(),
  GetSystemInfo: api.GetSystemInfoResponse.encode({ serverVersion: '1.32.0', capabilities: {} }).finish(),
};

/** Frames a message as gRPC does: a byte for no compression, the length, the message. */
function framed(message: Uint8Array): Buffer {
  const frame = Buffer.alloc(5 + message.length);
  frame.writeUInt32BE(message.length, 1);
  frame.set(message, 5);
  return frame;
}

const frames = new Map(Object.entries(responses).map(([method, message]) => [method, framed(message)]));
const emptyFrame = framed(empty);
const headers = { ':status': 200, 'content-type': 'application/grpc' };
const limited = { ...headers, 'grpc-status': '8', 'grpc-message': 'namespace rate limit exceeded' };

let calls: Record<string, number> = {};
let isLimited = false;

function respond(stream: ServerHttp2Stream, method: string): void {
  if (stream.destroyed) return;
  if (isLimited && method === start) return stream.respond(limited, { endStream: true });
  stream.respond(headers, { waitForTrailers: true });
  stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': '0' }));
  stream.end(frames.get(method) ?? emptyFrame);
}

const post = (message: StandInMessage): void => void process.send?.(message);

function main(): void {
  const { delayMs } = JSON.parse(process.argv[2] ?? '{}') as StandInArguments;
  const server = createServer({ settings: { maxConcurrentStreams: 10_000 } });
  server.on('stream', (stream, requested) => {
    const path = String(requested[':path']);
    const method = path.slice(path.lastIndexOf('/') + 1);
    calls[method] = (calls[method] ?? 0) + 1;
    stream.on('error', () => undefined).resume();
    setTimeout(respond, delayMs, stream, method);
  });
  process.on('message', (word: 'limit' | 'allow' | 'count') => {
    if (word !== 'count') isLimited = word === 'limit';
    post({ kind: 'calls', calls });
    if (word === 'count') calls = {};
  });
  process.on('disconnect', () => process.exit());
  server.listen(0, '127.0.0.1', () => {
    post({ kind: 'ready', address: `127.0.0.1:${(server.address() as AddressInfo).port}` });
  });
}

main();
