import { connect, createServer, type Socket } from 'node:net';

/** A proxy between a client and a server that can simulate network faults. */
export interface TcpProxy {
  port: number;
  /** `127.0.0.1:<port>`. */
  address: string;
  /** Returns the URL with the proxy's address. */
  urlFor(url: string): string;
  /** Returns the number of connections so far, including refused ones. */
  connections(): number;
  /** Buffers bytes in both directions until {@link resume}; connections stay open. */
  pauseUpstream(): void;
  /** Forwards requests to the target, but drops its responses permanently. */
  withholdResponses(): void;
  /** Closes new connections immediately; existing ones stay open. */
  refuse(): void;
  /** Destroys all connections, as an unplugged cable does; new ones work. */
  cut(): void;
  /** Delays bytes in both directions; 0 for no delay. */
  delay(ms: number): void;
  /** Closes all connections and stops listening, like a dead server. */
  stopListening(): Promise<void>;
  /** Listens again, on the same port. */
  listenAgain(): Promise<void>;
  /** Forwards new connections to another port of the target's host. */
  leadTo(port: number): void;
  /** Forwards everything again. */
  resume(): void;
  close(): Promise<void>;
}

type Mode = 'pass' | 'pause' | 'withhold' | 'refuse';

interface Line {
  client: Socket;
  target: Socket;
}

/** Starts a proxy on a free port of loopback. */
export async function startTcpProxy(targetHost: string, firstPort: number): Promise<TcpProxy> {
  let mode: Mode = 'pass';
  let targetPort = firstPort;
  let connections = 0;
  let delayMs = 0;
  const lines = new Set<Line>();

  const server = createServer({ allowHalfOpen: true }, (client) => {
    connections += 1;
    if (mode === 'refuse') return void client.resetAndDestroy();
    const target = connect({ host: targetHost, port: targetPort, allowHalfOpen: true });
    const line = { client, target };
    lines.add(line);
    join(line, {
      mode: () => mode,
      delayMs: () => delayMs,
      onClose: () => lines.delete(line),
    });
    if (mode === 'pause') pause(line);
  });
  const listen = (port: number): Promise<void> =>
    new Promise((resolve, reject) => {
      server.once('error', reject).listen(port, '127.0.0.1', () => {
        server.off('error', reject);
        resolve();
      });
    });
  await listen(0);
  const { port } = server.address() as { port: number };

  const cut = (): void => {
    for (const line of lines) destroy(line);
  };
  const change = (next: Mode): void => {
    mode = next;
    for (const line of lines) (next === 'pause' ? pause : flow)(line);
  };
  return {
    port,
    address: `127.0.0.1:${port}`,
    urlFor: (url) => withPort(url, port),
    connections: () => connections,
    pauseUpstream: () => change('pause'),
    withholdResponses: () => change('withhold'),
    refuse: () => change('refuse'),
    async stopListening() {
      const closed = new Promise((resolve) => server.close(resolve));
      cut();
      await closed;
    },
    listenAgain: () => listen(port),
    delay(ms) {
      delayMs = ms;
    },
    leadTo(port) {
      targetPort = port;
    },
    resume: () => change('pass'),
    cut,
    close: async () => {
      cut();
      if (server.listening) await new Promise((resolve) => server.close(resolve));
    },
  };
}

interface Disturbance {
  mode(): Mode;
  delayMs(): number;
  onClose(): void;
}

function join(line: Line, { mode, delayMs, onClose }: Disturbance): void {
  const { client, target } = line;
  const [request, response] = [inOrder(delayMs), inOrder(delayMs)];
  client.on('data', (chunk) => request(() => void target.write(chunk)));
  target.on('data', (chunk) => {
    if (mode() !== 'withhold') response(() => void client.write(chunk));
  });
  client.on('end', () => request(() => void target.end()));
  target.on('end', () => {
    if (mode() !== 'withhold') response(() => void client.end());
  });
  for (const socket of [client, target]) {
    socket.setNoDelay(true);
    socket.on('error', () => undefined);
    socket.on('close', () => {
      onClose();
      destroy(line);
    });
  }
}

/** Runs actions in order, each after the delay at its time. */
function inOrder(delayMs: () => number): (act: () => void) => void {
  let last: Promise<unknown> | undefined;
  return (act) => {
    const ms = delayMs();
    if (ms === 0 && last === undefined) return act();
    const mine: Promise<unknown> = Promise.all([
      last,
      ms > 0 && new Promise((resolve) => setTimeout(resolve, ms)),
    ]).then(() => {
      act();
      if (last === mine) last = undefined;
    });
    last = mine;
  };
}

function pause({ client, target }: Line): void {
  client.pause();
  target.pause();
}

function flow({ client, target }: Line): void {
  client.resume();
  target.resume();
}

function destroy({ client, target }: Line): void {
  client.destroy();
  target.destroy();
}

function withPort(url: string, port: number): string {
  const changed = new URL(url);
  changed.hostname = '127.0.0.1';
  changed.port = String(port);
  return changed.href;
}
