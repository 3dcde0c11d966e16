import path from 'node:path';
import { signInLinkMinutes } from '../domain/accounts/sign-in-link';
import { type Credentials, credentialsPath } from './credentials';
import type { OwnerSignIn } from './owner-sign-in';

interface Summary {
  dataDir: string;
  credentials: Pick<Credentials, 'baseUrl' | 'temporalUiUrl' | 'mailUrl'>;
  signIn: OwnerSignIn;
  /** Whether the output is a terminal. Files and logs never contain the password. */
  isTerminal: boolean;
  /** For example "in 8.2 s". */
  duration: string;
}

/** Returns the lines that `npm start` prints when everything is ready. */
export function readySummary({ dataDir, credentials, signIn, isTerminal, duration }: Summary): string {
  const { baseUrl, temporalUiUrl, mailUrl } = credentials;
  const lines: [name: string, value: string | null][] = [
    ['Console', `${baseUrl}/console`],
    ['Sign in', signIn.link],
    ['', signIn.link && `works once, within ${signInLinkMinutes} minutes; "npm run sign-in-link" creates another`],
    ['Email', isTerminal ? signIn.email : null],
    ['Password', isTerminal ? (signIn.password ?? 'the one that you set') : null],
    ['API', baseUrl],
    ['API docs', `${baseUrl}/docs`],
    ['Temporal UI', temporalUiUrl],
    ['Mail', mailUrl],
    ['Credentials', credentialsPath(dataDir)],
    ['Logs', path.join(dataDir, 'logs')],
  ];
  const shown = lines.flatMap(([name, value]) => (value === null ? [] : `  ${name.padEnd(13)} ${value}`));
  return [
    `Apex is ready ${duration}`,
    ...shown,
    '  "npm run demo" adds visitors to the Demo shop. Ctrl-C stops everything.',
  ].join('\n');
}
