import { compiledLayout } from './compiled-layout';

/**
 * The values of the layout, as HTML that the caller has escaped. An empty value is left out together with its
 * surroundings.
 */
export interface LayoutValues {
  title: string;
  preheader: string;
  sender: string;
  headline: string;
  body: string;
  label: string;
  url: string;
  plainLink: string;
  unsubscribeUrl: string;
  postalAddress: string;
  logoUrl: string;
  logoAlt: string;
  /** Colors as `#rrggbb`. */
  button: string;
  onButton: string;
  link: string;
  darkButton: string;
  darkOnButton: string;
  darkLink: string;
}

/** `needs` is the value without which the part is left out. */
type Part = ({ literal: string } | { place: keyof LayoutValues }) & { needs: keyof LayoutValues | null };

/** The layout is split once, so values are never searched for placeholders. */
const parts: readonly Part[] = cut(compiledLayout);

function cut(layout: string): Part[] {
  let needs: keyof LayoutValues | null = null;
  return layout.split(/(\[\[[^\]]+\]\])/).flatMap((piece): Part[] => {
    const mark = /^\[\[(?:(if) )?([^\]]+)\]\]$/.exec(piece);
    if (mark === null) return [{ literal: piece, needs }];
    const name = mark[2] as keyof LayoutValues;
    if (mark[1] === 'if') needs = name;
    else if (mark[2] === 'end') needs = null;
    else return [{ place: name, needs }];
    return [];
  });
}

/** Returns a complete HTML document. */
export function fillLayout(values: LayoutValues): string {
  let html = '';
  for (const part of parts) {
    if (part.needs !== null && values[part.needs] === '') continue;
    html += 'place' in part ? values[part.place] : part.literal;
  }
  return html;
}
