import { connect, createServer, type Server, type Socket } from 'node:net';
import { startTcpProxy, type TcpProxy } from './tcp-proxy';
import { waitFor } from './wait-for';

let server: Server;
let proxy: TcpProxy;
let received = '';

beforeAll(async () => {
  server = createServer((socket) => {
    socket
      .on('error', () => undefined)
      .on('data', (chunk) => {
        received += String(chunk);
        socket.write(`answer to ${String(chunk)}`);
      });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});

beforeEach(async () => {
  received = '';
  proxy = await startTcpProxy('127.0.0.1', (server.address() as { port: number }).port);
});

afterEach(() => proxy.close());
afterAll(() => void server.close());

function open(): { socket: Socket; received: () => string; closed: () => boolean } {
  const socket = connect(proxy.port, '127.0.0.1');
  let text = '';
  let ended = false;
  socket.on('error', () => undefined);
  socket.on('data', (chunk) => (text += String(chunk)));
  socket.on('close', () => (ended = true));
  return { socket, received: () => text, closed: () => ended };
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

test('passes on', async () => {
  const line = open();
  line.socket.write('hello');
  await waitFor(() => line.received() === 'answer to hello');
});

test('paused: nothing arrives until it resumes', async () => {
  const line = open();
  line.socket.write('one');
  await waitFor(() => line.received() === 'answer to one');
  proxy.pauseUpstream();
  line.socket.write('two');
  await pause(100);
  expect(received).toBe('one');
  proxy.resume();
  await waitFor(() => received === 'onetwo');
});

test('withheld: the target hears, the client gets no answer', async () => {
  proxy.withholdResponses();
  const line = open();
  line.socket.write('hello');
  await waitFor(() => received === 'hello');
  await pause(100);
  expect(line.received()).toBe('');
  expect(line.closed()).toBe(false);
});

test('refused: new connections fail, old ones live', async () => {
  const old = open();
  old.socket.write('a');
  await waitFor(() => old.received() !== '');
  proxy.refuse();
  const delayed = open();
  await waitFor(() => delayed.closed());
  expect(old.closed()).toBe(false);
});

test('cut: open connections die, new ones work', async () => {
  const old = open();
  old.socket.write('a');
  await waitFor(() => old.received() !== '');
  proxy.cut();
  await waitFor(() => old.closed());
  const delayed = open();
  delayed.socket.write('b');
  await waitFor(() => delayed.received() === 'answer to b');
});

test('delayed: what is sent in either direction comes later, in its order', async () => {
  proxy.delay(100);
  const startedAt = performance.now();
  const line = open();
  for (const word of ['one', 'two', 'three']) {
    line.socket.write(word);
    await pause(10);
  }
  proxy.delay(0);
  line.socket.write('four');
  await waitFor(() => received === 'onetwothreefour');
  // At least 100 ms late in one direction, because bytes without a delay wait behind the delayed ones.
  expect(performance.now() - startedAt).toBeGreaterThan(99);
  await waitFor(() => line.received().endsWith('four'));
});

test('not listening: connections end and new ones are refused, until it listens again on its port', async () => {
  const old = open();
  old.socket.write('one');
  await waitFor(() => old.received() === 'answer to one');
  await proxy.stopListening();
  await waitFor(() => old.closed());
  const refused = new Promise<string>((resolve) => {
    connect(proxy.port, '127.0.0.1').on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? ''));
  });
  expect(await refused).toBe('ECONNREFUSED');
  await proxy.listenAgain();
  const line = open();
  line.socket.write('two');
  await waitFor(() => line.received() === 'answer to two');
});
