import { Untranslatable } from './untranslatable';

/** Translates date formats of providers into formats of the filter `date`. Times are in UTC. */

/** Django's format letters. Source: the `date` filter in Django's built-in filter reference. */
const django: Record<string, string> = {
  d: '%d',
  j: '%-d',
  D: '%a',
  l: '%A',
  S: '%q',
  w: '%w',
  m: '%m',
  n: '%-m',
  M: '%b',
  F: '%B',
  y: '%y',
  Y: '%Y',
  A: '%p',
  g: '%-I',
  G: '%-H',
  h: '%I',
  H: '%H',
  i: '%M',
  s: '%S',
  O: '%z',
  U: '%s',
  c: '%Y-%m-%dT%H:%M:%S%:z',
  r: '%a, %d %b %Y %H:%M:%S %z',
};
const djangoOthers = 'abeEfILNoPtTuWzZ';

/** PHP's format letters, which Mailchimp uses. Source: DateTimeInterface::format in PHP's manual. */
const php: Record<string, string> = {
  ...django,
  N: '%u',
  t: '',
  a: '%P',
  P: '%:z',
};
delete php['t'];
const phpOthers = 'BeILopTtuvWXxzZ';

/** Codes of other libraries that differ from Liquid's `%` codes. Source: Ruby's Time#strftime. */
const ruby: Record<string, string> = {
  c: '%a %b %e %H:%M:%S %Y',
  D: '%m/%d/%y',
  F: '%Y-%m-%d',
  h: '%b',
  r: '%I:%M:%S %p',
  R: '%H:%M',
  T: '%H:%M:%S',
  v: '%e-%^b-%Y',
  x: '%m/%d/%y',
  X: '%H:%M:%S',
};

const named: Record<string, string> = {
  DATE_FORMAT: 'N j, Y',
  SHORT_DATE_FORMAT: 'm/d/Y',
  DATETIME_FORMAT: 'N j, Y, P',
  SHORT_DATETIME_FORMAT: 'm/d/Y P',
  TIME_FORMAT: 'P',
  YEAR_MONTH_FORMAT: 'F Y',
  MONTH_DAY_FORMAT: 'F j',
};

/** The months that Django's `N` writes in Associated Press style, if they differ from their full names. */
const pressMonths: Record<string, string> = {
  January: 'Jan.',
  February: 'Feb.',
  August: 'Aug.',
  September: 'Sept.',
  October: 'Oct.',
  November: 'Nov.',
  December: 'Dec.',
};

const unsupported = (letter: string): Untranslatable =>
  new Untranslatable(`The date format "${letter}" has no equivalent in Apex.`);

/** Returns the Liquid filters that format a date like a Django format: `| date: "%B %d, %Y"`. */
export function djangoDate(format: string): string {
  const written = named[format] ?? format;
  // A Django format has no % codes, so this is a format of another library.
  if (/%[A-Za-z-]/.test(written)) throw unsupported(written);
  const hasPressMonth = /(^|[^\\])N/.test(written);
  const codes = lettersToCodes(written, hasPressMonth ? { ...django, N: '%B' } : django, djangoOthers);
  if (!hasPressMonth) return dateFilter(codes);
  // The filters replace month names in the result, so the format must not contain any others.
  if (/(^|[^\\])[F\\]/.test(written)) throw unsupported('N');
  return dateFilter(codes) + Object.entries(pressMonths).map(replacement).join('');
}

/** Returns the Liquid filter that formats a date like a PHP format. */
export const phpDate = (format: string): string => dateFilter(lettersToCodes(format, php, phpOthers));

/** Returns a format with only those `%` codes that Liquid has. */
export const rubyDateFormat = (format: string): string =>
  format.replace(/%[-_0^#:]*\d*([A-Za-z%+])/g, (code, letter: string) => {
    if (letter in ruby) return ruby[letter] as string;
    if (/[gGV+E]/.test(letter)) throw unsupported(code);
    return code;
  });

const replacement = ([from, to]: [string, string]): string => ` | replace: "${from}", "${to}"`;

const dateFilter = (codes: string): string => {
  if (codes.includes('"') && codes.includes("'")) throw unsupported(codes);
  const quote = codes.includes('"') ? "'" : '"';
  return ` | date: ${quote}${codes}${quote}`;
};

function lettersToCodes(format: string, codes: Record<string, string>, others: string): string {
  let written = '';
  for (let at = 0; at < format.length; at += 1) {
    const letter = format[at] as string;
    if (letter === '\\') {
      at += 1;
      written += format[at] ?? '';
    } else if (letter === '%') written += '%%';
    else if (Object.hasOwn(codes, letter)) written += codes[letter] as string;
    else if (others.includes(letter)) throw unsupported(letter);
    else written += letter;
  }
  return written;
}
