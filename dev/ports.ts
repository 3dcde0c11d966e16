import path from 'node:path';
import { z } from 'zod';
import { readJson, writePrivateJson } from './private-file';

const port = z.number().int().min(1).max(65535).optional().catch(undefined);
const schema = z.object({ postgres: port, temporal: port, temporalUi: port, mail: port }).catch({});

/** Ports of embedded parts, so that addresses and links of one start hold for the next. */
export type Ports = z.infer<typeof schema>;

/** Those of the last start on this folder. A damaged file only costs the ports; it must not block a start. */
export function readPorts(dataDir: string): Ports {
  try {
    return schema.parse(readJson(portsPath(dataDir)) ?? {});
  } catch {
    return {};
  }
}

/** Keeps the ports of parts that were started; those of others stay as they were. */
export function writePorts(dataDir: string, started: Ports): void {
  const ports = { ...readPorts(dataDir), ...started };
  writePrivateJson(portsPath(dataDir), ports);
}

function portsPath(dataDir: string): string {
  return path.join(dataDir, 'ports.json');
}
