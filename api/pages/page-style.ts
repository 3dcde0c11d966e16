import { accentColors, defaultAccent, type Color } from '../../domain/brand/colors';

/** The look of all pages, in light and dark. */

interface Scheme {
  page: Color;
  card: Color;
  text: Color;
  quiet: Color;
}

const light: Scheme = {
  page: '#f1f5f9',
  card: '#ffffff',
  text: '#1f2937',
  quiet: '#475569',
};

const dark: Scheme = {
  page: '#0b1120',
  card: '#1e293b',
  text: '#e2e8f0',
  quiet: '#a3b1c6',
};

/** @param accent null for the service's own */
export function pageStyle(accent: Color | null): string {
  const color = accent ?? defaultAccent;
  return `:root{color-scheme:light dark;${variables(light, color)}}@media(prefers-color-scheme:dark){:root{${variables(dark, color)}}}${rules}`;
}

function variables(scheme: Scheme, accent: Color): string {
  const values = { ...scheme, ...accentColors(scheme.card, accent) };
  return Object.entries(values)
    .map(([name, value]) => `--${name}:${value};`)
    .join('');
}

const rules = [
  '*{box-sizing:border-box}',
  'body{margin:0;min-height:100vh;display:flex;flex-direction:column;align-items:center;padding:max(24px,9vh) 16px 32px;' +
    'background:var(--page);color:var(--text);font:16px/1.6 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;overflow-wrap:anywhere}',
  'header{margin-bottom:24px;max-width:100%;font-weight:600;text-align:center}',
  'header img{display:block;max-width:240px;max-height:56px}',
  'main{width:100%;max-width:448px;padding:40px;border-radius:12px;background:var(--card);box-shadow:0 1px 3px rgb(15 23 42/.12)}',
  'h1{margin:0 0 16px;font-size:24px;line-height:1.3}',
  'p{margin:0 0 16px}',
  'main>p:last-child,form>p:last-child{margin-bottom:0}',
  '.quiet,footer{color:var(--quiet);font-size:14px}',
  'form{margin:24px 0 0}',
  'a{color:var(--link)}',
  'button{display:inline-block;padding:12px 24px;border:0;border-radius:8px;background:var(--button);color:var(--onButton);' +
    'font:inherit;font-weight:600;cursor:pointer}',
  ':focus-visible{outline:3px solid var(--link);outline-offset:2px}',
  'footer{margin-top:24px;text-align:center;max-width:448px}',
  'footer span{display:block;white-space:pre-line}',
  '@media(max-width:480px){body{padding-top:24px}main{padding:28px 24px}button{width:100%}}',
].join('');
