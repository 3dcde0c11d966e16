import { fstatSync, write, writeSync } from 'node:fs';
import pino from 'pino';
import type { Logger } from 'pino';

/** A log that never blocks its caller. */
export interface ServiceLogger extends Logger {
  /** The number of lines dropped since the process started, because the disk was full or nothing read the pipe. */
  droppedLines(): number;
}

/**
 * Creates the log of the process: one JSON object per line on standard output. Lines that cannot be written are dropped
 * and counted. Bodies, headers, query strings and addresses are never passed to it. The redacted paths are a second
 * safeguard, for errors and options that contain them.
 * @param fieldsOf returns additional fields for each line at the time of writing
 */
export function createLogger(name: string, level: string, fieldsOf: () => object = () => ({})): ServiceLogger {
  const destination = level === 'silent' ? nowhere : (output ??= openOutput());
  const { droppedLines } = destination;
  return Object.assign(pino({ ...optionsOf(name, level), mixin: fieldsOf }, destination), { droppedLines });
}

function optionsOf(name: string, level: string): pino.LoggerOptions {
  return {
    name,
    level,
    base: { pid: process.pid },
    redact: {
      paths: [
        '*.authorization',
        '*.cookie',
        '*.password',
        '*.email',
        '*.to',
        '*.bindings',
        'err.bindings',
        'err.detail',
        'err.where',
      ],
      censor: '[redacted]',
    },
    serializers: { err: describeError },
  };
}

/** All logs of the process share standard output. */
let output: Output | undefined;

const nowhere: Output = { write: () => undefined, droppedLines: () => 0 };

/**
 * Opens standard output. Errors on standard error are ignored too, because Node and packages write warnings there and a
 * failure must not end the process.
 */
function openOutput(): Output {
  for (const stream of [process.stdout, process.stderr]) {
    const writeOn = stream.write.bind(stream) as (...given: unknown[]) => boolean;
    stream.on('error', () => undefined);
    stream.write = (...given: unknown[]): boolean => {
      try {
        return writeOn(...given);
      } catch {
        // Writing to a file is synchronous, and throws.
        return true;
      }
    };
  }
  return createOutput(1);
}

interface Output {
  write(line: string): void;
  droppedLines(): number;
}

/** The most bytes of lines that may wait to be written. */
const maxWaitingBytes = 1_000_000;
/** The most bytes of one write. */
const maxChunkBytes = 65_536;

function createOutput(fd: number): Output {
  let sink: ((line: string) => void) | undefined;
  let dropped = 0;
  const drop = (lines: number): void => {
    dropped += lines;
  };
  return {
    droppedLines: () => dropped,
    write(line) {
      sink ??= isStream(fd) ? streamSink(process.stdout, drop) : fileSink(fd, drop);
      sink(line);
    },
  };
}

/** Checks whether the output is a pipe or socket, to which Node writes without blocking. */
function isStream(fd: number): boolean {
  try {
    const stats = fstatSync(fd);
    return stats.isFIFO() || stats.isSocket();
  } catch {
    return false;
  }
}

type Drop = (lines: number) => void;

/** Writes through the stream, which buffers what its reader has not yet taken, up to a limit. */
function streamSink(stream: NodeJS.WriteStream, drop: Drop): (line: string) => void {
  return (line) => {
    if (stream.writableLength + line.length > maxWaitingBytes) return drop(1);
    stream.write(line, (error) => {
      if (error) drop(1);
    });
  };
}

/** Writes one chunk at a time, off the event loop, because a disk may be slow or full. */
function fileSink(fd: number, drop: Drop): (line: string) => void {
  const waiting: string[] = [];
  let waitingBytes = 0;
  let writing = false;
  /** A line was written only in part, so the next one must start on a new line. */
  let torn = false;
  // Write the remaining lines when the process ends.
  process.once('exit', () => {
    try {
      if (waiting.length > 0) writeSync(fd, waiting.join(''));
    } catch {
      // The disk is full.
    }
  });
  return (line) => {
    if (waitingBytes + line.length > maxWaitingBytes) return drop(1);
    waiting.push(line);
    waitingBytes += line.length;
    if (!writing) writeNext();
  };

  function writeNext(): void {
    writing = waiting.length > 0;
    if (!writing) return;
    const lines = takeChunk(waiting);
    for (const line of lines) waitingBytes -= line.length;
    writeAll(Buffer.from((torn ? '\n' : '') + lines.join('')), lines.length);
  }

  function writeAll(chunk: Buffer, lines: number): void {
    write(fd, chunk, (error, written) => {
      if (error === null && written < chunk.length) {
        torn = true;
        return writeAll(chunk.subarray(written), countLines(chunk.subarray(written)));
      }
      if (error === null) torn = false;
      else drop(lines);
      writeNext();
    });
  }
}

/** Takes lines up to the size of a chunk, but at least one line of any size. */
function takeChunk(waiting: string[]): string[] {
  let bytes = 0;
  const end = waiting.findIndex((line, index) => (bytes += line.length) > maxChunkBytes && index > 0);
  return waiting.splice(0, end === -1 ? waiting.length : end);
}

const countLines = (chunk: Buffer): number => chunk.toString().split('\n').length - 1;

/**
 * Returns name, message and stack, without the fields that drivers add, which contain row values. Messages of knex
 * contain SQL and are cut to the reason.
 */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return { message: String(error) };
  const code = 'code' in error ? String(error.code) : undefined;
  const message = error.message.includes(' - ') ? (error.message.split(' - ').at(-1) ?? '') : error.message;
  const stack = error.stack
    ?.split('\n')
    .filter((line) => line.startsWith('    at '))
    .slice(0, 12)
    .join('\n');
  return { name: error.name, code, message, stack };
}
