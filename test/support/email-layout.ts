import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import mjml2html from 'mjml';

/** Compiles the layout of messages. `npm run email:layout` writes it, and a test compares it with its source. */

const folder = path.join(__dirname, '../../domain/email/layout');
const file = path.join(folder, 'compiled-layout.ts');

const head = `/** The layout of messages, compiled from layout.mjml. Generated: change that and run \`npm run email:layout\`. */
export const compiledLayout =`;

/** Returns the layout compiled from the current source. */
export async function compileLayout(): Promise<string> {
  const source = readFileSync(path.join(folder, 'layout.mjml'), 'utf8');
  // Without fonts, because MJML would add web fonts that each reader loads from a third-party server.
  const { html, errors } = await mjml2html(source, { validationLevel: 'strict', fonts: {} });
  if (errors.length > 0) throw new Error(errors.map(({ formattedMessage }) => formattedMessage).join('\n'));
  // MJML only accepts colors, so these two are placeholders for the sender's colors.
  const accented = html.replaceAll('#1d4ed8', '[[button]]').replaceAll('#fffffe', '[[onButton]]');
  return accented
    .replace(/<[a-z][^>]*>/gi, (tag) => tag.replace(/\s+/g, ' ').replace(/ >$/, '>'))
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n');
}

async function write(): Promise<void> {
  // Imported here only, because Prettier cannot be loaded in a test.
  const { format, resolveConfig } = await import('prettier');
  const options = { ...(await resolveConfig(file)), parser: 'typescript' };
  writeFileSync(file, await format(`${head} ${JSON.stringify(await compileLayout())};`, options));
}

if (require.main === module) void write();
