import { createSocket } from 'node:dgram';
import { once } from 'node:events';

/** From RFC 1035 and 1034. */
const types = { CNAME: 5, TXT: 16 } as const;
const noSuchName = 3;

export type Zone = Readonly<Record<string, Partial<Record<keyof typeof types, string>>>>;

/** Starts a DNS server on UDP that only knows one zone. */
export async function startDnsServer(zone: Zone): Promise<{ address: string; close: () => void }> {
  const socket = createSocket('udp4', (query, { port, address }) => socket.send(respond(zone, query), port, address));
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return { address: `127.0.0.1:${socket.address().port}`, close: () => socket.close() };
}

function respond(zone: Zone, query: Buffer): Buffer {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at]!; length > 0; length = query[at]!) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += length + 1;
  }
  const question = query.subarray(12, at + 5);
  const type = query.readUInt16BE(at + 1);
  const records = zone[labels.join('.').toLowerCase()];
  const [kind] = Object.entries(types).find(([, number]) => number === type) ?? [];
  const value = records?.[kind as keyof typeof types];
  const header = Buffer.alloc(12);
  query.copy(header, 0, 0, 2);
  header.writeUInt16BE(0x8180 | (records === undefined ? noSuchName : 0), 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(value === undefined ? 0 : 1, 6);
  return Buffer.concat([header, question, value === undefined ? Buffer.alloc(0) : record(type, value)]);
}

/** For the name in the question. */
function record(type: number, value: string): Buffer {
  const data = type === types.TXT ? textOf(value) : nameOf(value);
  const head = Buffer.alloc(12);
  head.writeUInt16BE(0xc00c, 0);
  head.writeUInt16BE(type, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt32BE(60, 6);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}

const textOf = (text: string): Buffer => Buffer.concat([Buffer.from([text.length]), Buffer.from(text, 'latin1')]);

const nameOf = (name: string): Buffer => Buffer.concat([...name.split('.').map(textOf), Buffer.from([0])]);
