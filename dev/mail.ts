import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Child, ChildExit, ChildSpec } from './child';
import { untilChildReady } from './child-ready';
import { findFreePort, type PreferredPorts } from './free-port';

export interface MailOptions {
  /** Folder of the log. */
  dataDir: string;
  spawn(spec: ChildSpec): Child;
  /** The first free port is used; 8005 by default, 0 for any. */
  preferredPorts?: PreferredPorts;
}

export interface RunningMail {
  /** SES endpoint, web page, and `GET /store` with `{ emails }`. */
  url: string;
  port: number;
  pid: number;
  child: Child;
  exited: Promise<ChildExit>;
  stop(maxGraceMs?: number): Promise<ChildExit>;
}

const READY_WITHIN_MS = 30_000;

/** Starts the mail sink on loopback. It keeps the newest messages in memory. */
export async function startMail(options: MailOptions): Promise<RunningMail> {
  const logs = path.join(options.dataDir, 'logs');
  mkdirSync(logs, { recursive: true, mode: 0o700 });
  const preferred = await findFreePort(options.preferredPorts ?? 8005);
  const child = options.spawn({
    name: 'mail',
    command: process.execPath,
    args: ['--import', require.resolve('tsx'), path.join(__dirname, 'mail-sink.ts')],
    // With an SMTP transport from the environment, the sink would deliver emails.
    env: { ...process.env, MAIL_SINK_PORT: String(preferred), SMTP_TRANSPORT: '' },
    cwd: '/',
    logFile: path.join(logs, 'mail.log'),
    ipc: true,
  });
  const { port } = await untilChildReady(child, READY_WITHIN_MS);
  return {
    url: `http://127.0.0.1:${Number(port)}`,
    port: Number(port),
    pid: child.pid,
    child,
    exited: child.exited,
    stop: child.stop,
  };
}
