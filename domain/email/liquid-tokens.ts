/** An output (`{{ … }}`) or tag (`{% … %}`) of a template. */
export interface LiquidToken {
  from: number;
  to: number;
  isOutput: boolean;
  /** Without delimiters and surrounding white space. */
  text: string;
}

/** Returns Liquid's outputs and tags, in order. An unclosed one does not count, and the content of `raw` has none. */
export function liquidTokens(source: string): LiquidToken[] {
  const tokens: LiquidToken[] = [];
  for (let from = source.search(/\{[{%]/); from !== -1;) {
    const isOutput = source[from + 1] === '{';
    const close = source.indexOf(isOutput ? '}}' : '%}', from + 2);
    if (close === -1) break;
    const text = source
      .slice(from + 2, close)
      .replace(/^-|-$/g, '')
      .trim();
    tokens.push({ from, to: close + 2, isOutput, text });
    const end = !isOutput && text === 'raw' ? endOfRaw(source, close + 2) : close + 2;
    if (end === -1) break;
    const next = source.slice(end, end + nearest).search(/\{[{%]/);
    from = next === -1 ? nextBrace(source, end) : end + next;
  }
  return tokens;
}

const nearest = 200;

function nextBrace(source: string, from: number): number {
  const [output, tag] = [source.indexOf('{{', from), source.indexOf('{%', from)];
  if (output === -1 || tag === -1) return Math.max(output, tag);
  return Math.min(output, tag);
}

const endOfRaw = (source: string, from: number): number => {
  const length = source.slice(from).search(/\{%-?\s*endraw\s*-?%\}/);
  return length === -1 ? -1 : from + length;
};
