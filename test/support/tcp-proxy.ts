import { connect, createServer, type Socket } from 'node:net';

/** A proxy between a client and a server whose line can be disturbed at will. */
export interface TcpProxy {
  port: number;
  /** `127.0.0.1:<port>`. */
  address: string;
  /** The given URL, pointed at the proxy. */
  urlFor(url: string): string;
  /** Connections so far, also refused ones. */
  connections(): number;
  /** Bytes in either direction wait until {@link resume}; connections stay open. */
  pauseUpstream(): void;
  /** Requests reach the target, its answers are swallowed for good. */
  withholdResponses(): void;
  /** New connections are closed at once; existing ones live on. */
  refuse(): void;
  /** Destroys all connections, as a cable that was pulled; new ones work. */
  cut(): void;
  /** What is sent in either direction arrives that much later; 0 for at once. */
  delay(ms: number): void;
  /** Cuts all connections and listens no more, as a server that has died. */
  stopListening(): Promise<void>;
  /** Listens again, on the same port. */
  listenAgain(): Promise<void>;
  /** New connections go to another port of the target's host. */
  leadTo(port: number): void;
  /** Back to passing everything on. */
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

/** Does things after the delay of the moment, each after the one before it. */
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
