import { createRequire } from 'node:module';

/** A message as a MIME parser reads it. */
export interface ParsedMail {
  subject: string;
  html: string;
  text?: string;
  messageId: string;
  headers: Map<string, unknown>;
}

// The parser of the mail sink, which shares no code with the code that created the message.
const { simpleParser } = createRequire(require.resolve('aws-ses-v2-local'))('mailparser') as {
  simpleParser: (content: string) => Promise<ParsedMail>;
};

/** Parses a whole message (RFC 5322). */
export const parseMail = (content: string): Promise<ParsedMail> => simpleParser(content);
