/** Maximum length of an address that is matched with a regular expression, because matching takes longer with it. */
const maxTestedLength = 2_000;

interface Address {
  /** Empty when only a path is given. */
  host: string;
  path: string;
  /** `name=value` pairs. */
  query: string[];
}

/**
 * Compiles a regular expression to a function that returns whether it matches anywhere in a text. Null if it cannot be
 * run.
 */
export type CompileExpression = (source: string) => ((text: string) => boolean) | null;

/**
 * Compiles a pattern once, for any number of URLs, to a function that returns whether it matches a URL. Protocol and
 * one trailing slash are ignored; `www.` is not. The fragment is ignored unless the pattern has one.
 *
 * - `/pricing`, `/blog/*`: a path, on any host. `*` matches any text, including slashes. `*` alone matches every URL.
 * - `https://shop.example.com/pricing`, `*.example.com/*`: host and path. A pattern that starts with neither a slash
 *   nor a protocol names a host if its first part contains a dot or a colon, or is `localhost`.
 * - `?plan=pro&ref=*`: the URL must contain each pair, in any order.
 * - `/app#/thanks`: the fragment must match, too. A fragment may have wildcards and pairs of a query, as a path may.
 * - `re:^/blog/\d+$`: a regular expression, matched with the URL and with its path and query, each without the fragment
 *   and then with it. An expression that does not compile never matches. Whether an expression is allowed is decided
 *   when it is saved: see pattern-problem.ts.
 *
 * Wildcards are matched without a regular expression, in time proportional to pattern × URL at most.
 * @param compileExpression the browser's engine in the snippet, a linear one on the service
 */
export function compilePattern(pattern: string, compileExpression: CompileExpression): (url: string) => boolean {
  if (pattern.startsWith('re:')) return matchExpression(compileExpression(pattern.slice(3)));
  const [wanted, wantedFragment] = parseUrl(pattern.trim());
  const matchesAddress = matchAddress(wanted);
  const matchesFragment = pattern.includes('#') ? matchAddress(wantedFragment) : () => true;
  return (url) => {
    // A star in the URL is not a wildcard.
    const [given, fragment] = parseUrl(url.replace(/\*/g, '%2A'));
    return matchesAddress(given) && matchesFragment(fragment);
  };
}

function matchAddress(wanted: Address): (given: Address) => boolean {
  const matchesHost = matchText(wanted.host);
  const matchesPath = matchText(slashed(wanted.path));
  const pairs = wanted.query.map((pair) => matchText(pair, decodeURIComponent));
  return (given) => {
    if (wanted.host !== '' && !matchesHost(unescaped(given.host))) return false;
    if (!matchesPath(unescaped(slashed(given.path)))) return false;
    // Decode once for all pairs of the pattern.
    const query = pairs.length > 0 ? given.query.map((pair) => unescaped(pair, decodeURIComponent)) : [];
    return pairs.every((matches) => query.some(matches));
  };
}

/** Returns the path that a pattern names, such as `/pricing`; null for a regular expression. */
export function pathOfPattern(pattern: string): string | null {
  if (pattern.startsWith('re:')) return null;
  return parseAddress(withoutFragment(pattern.trim())).path || '/';
}

const withoutFragment = (url: string): string => url.replace(/#[^]*/, '');

const matchExpression =
  (found: ReturnType<CompileExpression>) =>
  (url: string): boolean => {
    const matches = (address: string): boolean =>
      found !== null &&
      address.length <= maxTestedLength &&
      (found(address) || found(address.replace(/^[a-z]+:\/\/[^/?#]*/i, '')));
    return matches(withoutFragment(url)) || (url.includes('#') && matches(url));
  };

/** Returns the address and the fragment. A fragment can have a path and a query, but no host. */
function parseUrl(url: string): [Address, fragment: Address] {
  const address = withoutFragment(url);
  const [place, query] = splitQuery(url.slice(address.length + 1));
  return [parseAddress(address), { host: '', path: `/${place}`, query }];
}

function splitQuery(text: string): [place: string, query: string[]] {
  const [place = '', query = ''] = text.split(/\?([^]*)/, 2);
  const pairs = query.replace(/\+/g, ' ').split('&').filter(Boolean);
  return [place, pairs.map((pair) => (pair.includes('=') ? pair : `${pair}=`))];
}

function parseAddress(text: string): Address {
  const [place, query] = splitQuery(text);
  const [, slashes, first = '', rest = ''] = /^([a-z][a-z\d+.-]*:\/\/|\/\/)?([^/]*)([^]*)$/i.exec(place) ?? [];
  const isHost = slashes !== undefined || /[.:]|^localhost$/.test(first);
  const path = isHost ? rest : place;
  return {
    host: isHost ? normalHost(first) : '',
    // `https://shop.example.com*` matches every path.
    path: path || (isHost && first.endsWith('*') ? '*' : ''),
    query,
  };
}

/**
 * Converts a host to the form of a browser's address: lower case, international names in ASCII, without default ports.
 */
function normalHost(host: string): string {
  try {
    return new URL(`http://${host}`).host.replace(/:443$/, '');
  } catch {
    return host.toLowerCase();
  }
}

/** Adds a slash at both ends, except next to a star. */
const slashed = (path: string): string => path.replace(/^(?![/*])/, '/').replace(/[^/*]$/, '$&/');

/**
 * Returns a function that matches a text without percent-escapes with a pattern that may contain `*`. The pieces
 * between the stars are searched from left to right, each at its first occurrence, and the last one at the end.
 * @param decode decodes percent-escapes
 */
function matchText(pattern: string, decode = decodeURI): (text: string) => boolean {
  // Split before decoding, so that %2A remains a literal star.
  const [first = '', ...pieces] = pattern.split('*').map((piece) => unescaped(piece, decode));
  const last = pieces.pop();
  return (text) => {
    if (last === undefined) return text === first;
    if (!text.startsWith(first)) return false;
    let position = first.length;
    for (const piece of pieces) {
      const found = text.indexOf(piece, position);
      if (found < 0) return false;
      position = found + piece.length;
    }
    return text.length - last.length >= position && text.endsWith(last);
  };
}

/** Decodes each sequence of percent-escapes. A sequence that is not valid UTF-8 stays encoded, in upper case. */
const unescaped = (text: string, decode = decodeURI): string =>
  text.replace(/(%[\da-f]{2})+/gi, (run) => {
    const capitals = run.toUpperCase();
    try {
      return decode(capitals);
    } catch {
      return capitals;
    }
  });
