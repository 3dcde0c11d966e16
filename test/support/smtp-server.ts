import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';

/** A message as an SMTP server accepted it. */
export interface TakenMail {
  from: string;
  to: string[];
  content: string;
}

/** A reply to a command, `cut` for none and a closed connection, or `hang` for none. */
type Reply = string | 'cut' | 'hang';

export interface SmtpServer {
  url: string;
  /** Messages with complete content, whatever the reply was. */
  taken: TakenMail[];
  /** Received commands, and `.` for the end of the content. */
  received: string[];
  /** Replies by command (`MAIL`, `RCPT`, `DATA`, and `.` for the end of the content) that replace acceptance. */
  replies: Record<string, Reply>;
  stop(): Promise<void>;
}

const consent: Record<string, string> = { EHLO: '250 test', HELO: '250 test', DATA: '354 go on', QUIT: '221 bye' };

/** Starts a small SMTP server on loopback. It processes one command at a time, and offers no extension. */
export async function startSmtpServer(): Promise<SmtpServer> {
  const taken: TakenMail[] = [];
  const received: string[] = [];
  const replies: Record<string, Reply> = {};
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    converse(socket, { taken, received, replies });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    taken,
    received,
    replies,
    async stop() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

function converse(socket: Socket, { taken, received, replies }: Omit<SmtpServer, 'url' | 'stop'>): void {
  let unread = '';
  let mail: TakenMail = { from: '', to: [], content: '' };
  let isContent = false;
  const reply = (command: string): boolean => {
    received.push(command);
    const chosen = replies[command] ?? consent[command] ?? '250 ok';
    if (chosen === 'cut') socket.destroy();
    else if (chosen !== 'hang') socket.write(`${chosen}\r\n`);
    return /^[23]/.test(chosen);
  };
  const takeLine = (line: string): void => {
    if (isContent) {
      if (line !== '.') return void (mail.content += `${line}\r\n`);
      isContent = false;
      taken.push(mail);
      mail = { from: '', to: [], content: '' };
      return void reply('.');
    }
    const command = line.slice(0, 4).toUpperCase();
    const path = /<([^>]*)>/.exec(line)?.[1] ?? '';
    if (command === 'MAIL') mail = { from: path, to: [], content: '' };
    if (command === 'RCPT') mail.to.push(path);
    const isTaken = reply(command);
    if (command === 'DATA') isContent = isTaken;
    if (command === 'QUIT') socket.end();
  };
  socket.write('220 test\r\n');
  socket.on('data', (chunk) => {
    unread += chunk.toString('latin1');
    for (let end = unread.indexOf('\r\n'); end !== -1; end = unread.indexOf('\r\n')) {
      const line = unread.slice(0, end);
      unread = unread.slice(end + 2);
      takeLine(line);
    }
  });
}
