import path from 'node:path';
import { z } from 'zod';
import { readJson, writePrivateJson } from './private-file';

const port = z.number().int().min(1).max(65535).optional().catch(undefined);
const schema = z.object({ postgres: port, temporal: port, temporalUi: port, mail: port }).catch({});

/** Ports of embedded parts, kept so that addresses and links still work after a restart. */
export type Ports = z.infer<typeof schema>;

/** Reads the ports of the last start on this folder. A damaged file loses only the ports and must not block a start. */
export function readPorts(dataDir: string): Ports {
  try {
    return schema.parse(readJson(portsPath(dataDir)) ?? {});
  } catch {
    return {};
  }
}

/** Stores the ports of started parts, and keeps those of the others. */
export function writePorts(dataDir: string, started: Ports): void {
  const ports = { ...readPorts(dataDir), ...started };
  writePrivateJson(portsPath(dataDir), ports);
}

function portsPath(dataDir: string): string {
  return path.join(dataDir, 'ports.json');
}
