import pino, { type Logger } from 'pino';

/**
 * The process's log: one JSON object a line on standard output. Bodies, headers, query strings and addresses are never handed to
 * it; the paths below are a second fence for errors and options that carry them along.
 */
export function createLogger(name: string, level: string): Logger {
  return pino({
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
  });
}

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
