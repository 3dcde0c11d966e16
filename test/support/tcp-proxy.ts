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
  const lines = new Set<Line>();

  const server = createServer({ allowHalfOpen: true }, (client) => {
    connections += 1;
    if (mode === 'refuse') return void client.resetAndDestroy();
    const target = connect({ host: targetHost, port: targetPort, allowHalfOpen: true });
    const line = { client, target };
    lines.add(line);
    join(
      line,
      () => mode,
      () => lines.delete(line),
    );
    if (mode === 'pause') pause(line);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', resolve);
  });
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
    leadTo(port) {
      targetPort = port;
    },
    resume: () => change('pass'),
    cut,
    close: async () => {
      cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function join(line: Line, mode: () => Mode, onClose: () => void): void {
  const { client, target } = line;
  client.on('data', (chunk) => void target.write(chunk));
  target.on('data', (chunk) => {
    if (mode() !== 'withhold') client.write(chunk);
  });
  client.on('end', () => target.end());
  target.on('end', () => {
    if (mode() !== 'withhold') client.end();
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
