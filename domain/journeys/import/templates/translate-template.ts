import { templateProblem } from '../../../email/render';
import type { Severity } from '../schemas';
import type { Token } from './tokens';
import { Untranslatable } from './untranslatable';

/** Where a template is used. Links are written differently in HTML and in text. */
export type TemplateFormat = 'html' | 'text';

/** Translated parts of the same message, for tags that insert them. */
export interface Inserts {
  subject: string;
  preheader: string;
}

/** The translation of a provider's tag into Liquid. */
export type Translation =
  | { kind: 'text'; text: string; note?: { severity: Severity; reason: string } }
  /** Opens a block. `end` is the Liquid that closes it. `setup` assigns variables before the block. */
  | { kind: 'open'; block: string; text: string; end: string; setup?: string }
  | { kind: 'middle'; block: string; text: string; setup?: string }
  | { kind: 'close'; block: string };

export interface TagRole {
  kind: 'open' | 'middle' | 'close' | 'none';
  block: string;
}

/** The template language of a provider. */
export interface Dialect {
  tokensOf(template: string): Token[];
  /** Whether braces outside of code are literal text. Otherwise they are errors. */
  hasLiteralBraces: boolean;
  /** Starts the translation of a template. */
  begin(template: { format: TemplateFormat; tokens: readonly Token[]; inserts: Inserts }): TemplateTranslator;
}

export interface Position {
  /** The translated piece directly before the tag. */
  before: string;
  /** The innermost open block; '' outside blocks. */
  block: string;
}

export interface TemplateTranslator {
  /** @throws Untranslatable */
  translate(token: Token, position: Position): Translation;
  /** Returns the role of a tag in the block structure, even if the tag cannot be translated. */
  roleOf(token: Token, position: Position): TagRole;
}

export interface TemplateNote {
  severity: Severity;
  tag: string;
  /** Empty if the note is about the whole template, which was left out. */
  lines: number[];
  reason: string;
  /** Whether the tag was removed. Otherwise its translation differs slightly. */
  isRemoved: boolean;
}

export interface TranslatedTemplate {
  /** A valid Liquid template. */
  text: string;
  /** What was removed or approximated. Errors change what recipients see. */
  notes: TemplateNote[];
}

/** A template with more tags cannot be saved. */
const maxTags = 5_000;

export interface TemplateUse {
  format: TemplateFormat;
  /** Whether the literal text is escaped, for text that is inserted into HTML. */
  isEscaped?: boolean;
  inserts?: Inserts;
}

interface Frame {
  block: string;
  /** Its first tag in Liquid, and its last. */
  text: string;
  end: string;
  /** The pieces that belong to the block: its opening tag and those between its branches. */
  pieces: number[];
  token: Token;
}

interface Draft {
  pieces: string[];
  frames: Frame[];
  notes: Map<string, TemplateNote>;
}

/**
 * Translates a template into Liquid, tag by tag. A tag that cannot be translated is removed and noted. A block with a
 * condition that cannot be translated is never shown.
 */
export function translateTemplate(
  template: string,
  dialect: Dialect,
  { format, isEscaped = false, inserts = { subject: '', preheader: '' } }: TemplateUse,
): TranslatedTemplate {
  const tokens = dialect.tokensOf(template);
  const draft: Draft = { pieces: [], frames: [], notes: new Map() };
  if (tokens.filter(({ kind }) => kind !== 'text').length > maxTags) {
    return { text: '', notes: [wholeNote(`It has more than ${maxTags} tags.`)] };
  }
  const translator = dialect.begin({ format, tokens, inserts });
  for (const token of tokens) add(draft, token, { dialect, translator, isEscaped });
  for (const frame of draft.frames) removeBlock(draft, frame);
  const text = draft.pieces.join('');
  const problem = templateProblem(text);
  if (problem === null) return { text, notes: [...draft.notes.values()] };
  return { text: '', notes: [...draft.notes.values(), wholeNote(`Apex cannot read it: ${problem}.`)] };
}

const wholeNote = (reason: string): TemplateNote => ({
  severity: 'error',
  tag: '',
  lines: [],
  reason,
  isRemoved: true,
});

function add(
  draft: Draft,
  token: Token,
  { dialect, translator, isEscaped }: { dialect: Dialect; translator: TemplateTranslator; isEscaped: boolean },
): void {
  const { pieces } = draft;
  if (token.kind === 'comment' && token.isOpen !== true) return;
  if (token.kind === 'text' || (token.isOpen === true && dialect.hasLiteralBraces)) {
    pieces.push(literal(isEscaped ? escapedText(token.source) : token.source));
    return;
  }
  if (token.isOpen === true) return noteRemoved(draft, token, 'error', 'It is never closed.');
  const position = { before: pieces.at(-1) ?? '', block: draft.frames.at(-1)?.block ?? '' };
  try {
    apply(draft, token, translator.translate(token, position));
  } catch (error) {
    if (!(error instanceof Untranslatable)) throw error;
    noteRemoved(draft, token, error.severity, error.message);
    replaceUnknown(draft, token, translator.roleOf(token, position));
    // An empty address would lead to the message itself.
    if (error.severity === 'error' && /\bhref\s*=\s*["']?$/i.test(position.before)) pieces.push('#');
  }
}

function apply(draft: Draft, token: Token, translation: Translation): void {
  const { pieces, frames } = draft;
  switch (translation.kind) {
    case 'text':
      assertReadable(translation.text);
      if (translation.note !== undefined) note(draft, token, translation.note);
      if (preferences.test(token.source) && translation.text.includes('unsubscribe_url')) {
        note(draft, token, { severity: 'info', reason: 'The link opens the unsubscribe page.' });
      }
      pieces.push(translation.text);
      return;
    case 'open': {
      const { block, text, end, setup = '' } = translation;
      assertReadable(setup + text + end);
      pieces.push(setup, text);
      frames.push({ block, text, end, pieces: [pieces.length - 2, pieces.length - 1], token });
      return;
    }
    case 'middle': {
      const frame = frameOf(draft, translation.block);
      assertReadable((translation.setup ?? '') + frame.text + translation.text + frame.end);
      const first = frame.pieces[0] as number;
      pieces[first] += translation.setup ?? '';
      pieces.push(translation.text);
      frame.pieces.push(pieces.length - 1);
      return;
    }
    case 'close':
      pieces.push(frameOf(draft, translation.block).end);
      frames.pop();
  }
}

/** Returns the innermost block of a kind. Removes blocks inside it that were never closed. */
function frameOf(draft: Draft, block: string): Frame {
  const at = draft.frames.findLastIndex((frame) => frame.block === block);
  const frame = draft.frames[at];
  if (frame === undefined) throw new Untranslatable('It does not belong to a block.');
  for (const inner of draft.frames.splice(at + 1)) removeBlock(draft, inner);
  return frame;
}

function removeBlock(draft: Draft, { pieces, token }: Frame): void {
  for (const index of pieces) draft.pieces[index] = '';
  noteRemoved(draft, token, 'error', 'The block is never closed.');
}

/** Keeps the block structure around a tag that cannot be translated. Content that depends on the tag is never shown. */
function replaceUnknown(draft: Draft, token: Token, { kind, block }: TagRole): void {
  const { pieces, frames } = draft;
  if (kind === 'open') {
    const text = '{% if false %}';
    pieces.push(text);
    frames.push({ block, text, end: '{% endif %}', pieces: [pieces.length - 1], token });
  }
  const frame = draft.frames.at(-1);
  if (kind !== 'middle' || frame?.block !== block || frame.end !== '{% endif %}') return;
  pieces.push('{% elsif false %}');
  frame.pieces.push(pieces.length - 1);
}

/** Apex has no preference page. */
const preferences = /preference|update_profile/i;

const noteRemoved = (draft: Draft, token: Token, severity: Severity, reason: string): void =>
  note(draft, token, { severity, reason, isRemoved: true });

function note(
  { notes }: Draft,
  { source, line }: Token,
  { severity, reason, isRemoved = false }: { severity: Severity; reason: string; isRemoved?: boolean },
): void {
  const tag = source.replace(/\s+/g, ' ').slice(0, 200);
  const key = `${severity} ${tag} ${reason}`;
  const known = notes.get(key);
  if (known === undefined) notes.set(key, { severity, tag, lines: [line], reason, isRemoved });
  else if (known.lines.at(-1) !== line) known.lines.push(line);
}

/** Escapes text for HTML, except character references. */
const escapedText = (text: string): string =>
  text
    .replace(/&(?!#?\w+;)/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;');

function assertReadable(text: string): void {
  const problem = text === '' ? null : templateProblem(text);
  if (problem !== null) throw new Untranslatable(`Apex cannot read it: ${problem.replace(/[.\s]+$/, '')}.`);
}

/** Returns Liquid that shows text unchanged. Braces in the text are not read as code, even if code follows. */
export const literal = (text: string): string => text.replace(/\{+%|\{{2,}|\{+$/g, '{% raw %}$&{% endraw %}');
