import { fstatSync, write, writeSync } from 'node:fs';
import pino from 'pino';
import type { Logger } from 'pino';

/** A log that never holds up who writes to it. */
export interface ServiceLogger extends Logger {
  /** Lines since the start of the process that could not be written: the disk is full, or nothing reads the pipe. */
  droppedLines(): number;
}

/**
 * The process's log: one JSON object a line on standard output. What cannot be written there is dropped and counted. Bodies, headers, query strings and addresses are never handed to
 * it; the paths below are a second fence for errors and options that carry them along.
 * @param fieldsOf what every line says besides, at the time it is written
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

/** Standard output is one for the process, however many logs there are. */
let output: Output | undefined;

const nowhere: Output = { write: () => undefined, droppedLines: () => 0 };

/** Warnings of Node and of packages go to standard error: what cannot be written must not end the process either. */
function openOutput(): Output {
  for (const stream of [process.stdout, process.stderr]) {
    const writeOn = stream.write.bind(stream) as (...given: unknown[]) => boolean;
    stream.on('error', () => undefined);
    stream.write = (...given: unknown[]): boolean => {
      try {
        return writeOn(...given);
      } catch {
        // A file is written to at once, and throws.
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

/** Bytes of lines that may wait to be written. */
const maxWaitingBytes = 1_000_000;
/** Bytes of one write. */
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

/** Whether a pipe or socket is behind it, which Node writes to without waiting. */
function isStream(fd: number): boolean {
  try {
    const stats = fstatSync(fd);
    return stats.isFIFO() || stats.isSocket();
  } catch {
    return false;
  }
}

type Drop = (lines: number) => void;

/** The stream hands over what its reader takes, and keeps the rest: up to a limit. */
function streamSink(stream: NodeJS.WriteStream, drop: Drop): (line: string) => void {
  return (line) => {
    if (stream.writableLength + line.length > maxWaitingBytes) return drop(1);
    stream.write(line, (error) => {
      if (error) drop(1);
    });
  };
}

/** One write at a time, off the event loop: a disk may be slow, or full. */
function fileSink(fd: number, drop: Drop): (line: string) => void {
  const waiting: string[] = [];
  let waitingBytes = 0;
  let writing = false;
  /** A line was written in part: the next one begins on a line of its own. */
  let torn = false;
  // Whatever waits when the process ends is written then.
  process.once('exit', () => {
    try {
      if (waiting.length > 0) writeSync(fd, waiting.join(''));
    } catch {
      // There is no room.
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

/** Takes lines up to the size of a chunk, and one of any size. */
function takeChunk(waiting: string[]): string[] {
  let bytes = 0;
  const end = waiting.findIndex((line, index) => (bytes += line.length) > maxChunkBytes && index > 0);
  return waiting.splice(0, end === -1 ? waiting.length : end);
}

const countLines = (chunk: Buffer): number => chunk.toString().split('\n').length - 1;

/** Name, message and stack; not the fields that drivers add, which hold row values. Messages of knex carry SQL: cut to its reason. */
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
