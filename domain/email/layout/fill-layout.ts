import { compiledLayout } from './compiled-layout';

/** What the layout has places for: html, escaped by the caller. What is empty is left out with all that is around it. */
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
  /** Colours, `#rrggbb`. */
  button: string;
  onButton: string;
  link: string;
  darkButton: string;
  darkOnButton: string;
  darkLink: string;
}

/** `needs` is the place that has to be filled for the part to be there. */
type Part = ({ literal: string } | { place: keyof LayoutValues }) & { needs: keyof LayoutValues | null };

/** Cut once: what fills a place is never searched for places. */
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

/** A whole html document. */
export function fillLayout(values: LayoutValues): string {
  let html = '';
  for (const part of parts) {
    if (part.needs !== null && values[part.needs] === '') continue;
    html += 'place' in part ? values[part.place] : part.literal;
  }
  return html;
}
