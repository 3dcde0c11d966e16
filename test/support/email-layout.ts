import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import mjml2html from 'mjml';

/** Compiles the layout of messages: `npm run email:layout` writes it anew, a test holds it against its source. */

const folder = path.join(__dirname, '../../domain/email/layout');
const file = path.join(folder, 'compiled-layout.ts');

const head = `/** The layout of messages, compiled from layout.mjml. Generated: change that and run \`npm run email:layout\`. */
export const compiledLayout =
`;

/** The generated file as it has to be, by the source as it is now. */
export async function compiledLayoutText(): Promise<string> {
  const source = readFileSync(path.join(folder, 'layout.mjml'), 'utf8');
  // Without fonts: every name of the stack that MJML knows would be fetched from somebody else's server by each reader.
  const { html, errors } = await mjml2html(source, { validationLevel: 'strict', fonts: {} });
  if (errors.length > 0) throw new Error(errors.map(({ formattedMessage }) => formattedMessage).join('\n'));
  const lines = html
    // MJML breaks lines inside tags.
    .replace(/<[a-z][^>]*>/gi, (tag) => tag.replace(/\s+/g, ' ').replace(/ >$/, '>'))
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  return `${head}  ${JSON.stringify(lines.join('\n'))};\n`;
}

export const keptLayoutText = (): string => readFileSync(file, 'utf8');

if (require.main === module) void compiledLayoutText().then((text) => writeFileSync(file, text));
