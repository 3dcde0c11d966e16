/** Longer addresses are not held against a regular expression: its work grows with their length. */
const maxTestedLength = 2_000;

interface Address {
  /** Empty when only a path is given. */
  host: string;
  path: string;
  /** `name=value` pairs. */
  query: string[];
}

/** Compiles a regular expression: whether it is found in a text. Null when it cannot be run. */
export type CompileExpression = (source: string) => ((text: string) => boolean) | null;

/**
 * Reads a pattern once, for any number of URLs: whether a URL is one that it names. Protocol, fragment and one trailing slash do not
 * count; `www.` does.
 *
 * - `/pricing`, `/blog/*`: a path, on any host. `*` stands for any text, also across slashes. `*` alone is every URL.
 * - `https://shop.example.com/pricing`, `*.example.com/*`: host and path. A pattern that begins with neither a slash nor a
 *   protocol names a host if its first part holds a dot or a colon, or is `localhost`.
 * - `?plan=pro&ref=*`: each pair must be among those of the URL, in any order.
 * - `re:^/blog/\d+$`: a regular expression, held against the URL and against its path with query. One that does not compile
 *   never matches. Whether it may be used at all is decided when it is saved: see pattern-problem.ts.
 *
 * Wildcards are matched without a regular expression, in a time that grows with pattern × URL at most.
 * @param compileExpression the browser's engine in the snippet, a linear one on the service
 */
export function compilePattern(pattern: string, compileExpression: CompileExpression): (url: string) => boolean {
  if (pattern.startsWith('re:')) return matchExpression(compileExpression(pattern.slice(3)));
  const wanted = parseAddress(withoutFragment(pattern.trim()));
  const matchesHost = matchText(wanted.host);
  const matchesPath = matchText(slashed(wanted.path));
  const pairs = wanted.query.map((pair) => matchText(pair, decodeURIComponent));
  return (url) => {
    // A star of the URL is no wildcard.
    const given = parseAddress(withoutFragment(url).replace(/\*/g, '%2A'));
    if (wanted.host !== '' && !matchesHost(unescaped(given.host))) return false;
    if (!matchesPath(unescaped(slashed(given.path)))) return false;
    // Read once for all pairs of the pattern.
    const query = pairs.length > 0 ? given.query.map((pair) => unescaped(pair, decodeURIComponent)) : [];
    return pairs.every((matches) => query.some(matches));
  };
}

/** The path that a pattern names, such as `/pricing`; null for a regular expression. */
export function pathOfPattern(pattern: string): string | null {
  if (pattern.startsWith('re:')) return null;
  return parseAddress(withoutFragment(pattern.trim())).path || '/';
}

const withoutFragment = (url: string): string => url.replace(/#[^]*/, '');

const matchExpression =
  (found: ReturnType<CompileExpression>) =>
  (url: string): boolean => {
    const address = withoutFragment(url);
    if (found === null || address.length > maxTestedLength) return false;
    return found(address) || found(address.replace(/^[a-z]+:\/\/[^/?]*/i, ''));
  };

function parseAddress(text: string): Address {
  const mark = text.indexOf('?');
  const query = mark < 0 ? '' : text.slice(mark + 1).replace(/\+/g, ' ');
  const place = mark < 0 ? text : text.slice(0, mark);
  const [, slashes, first = '', rest = ''] = /^([a-z][a-z\d+.-]*:\/\/|\/\/)?([^/]*)([^]*)$/i.exec(place) ?? [];
  const isHost = slashes !== undefined || /[.:]|^localhost$/.test(first);
  const path = isHost ? rest : place;
  return {
    host: isHost ? normalHost(first) : '',
    // `https://shop.example.com*` means all of it.
    path: path || (isHost && first.endsWith('*') ? '*' : ''),
    query: query
      .split('&')
      .filter(Boolean)
      .map((pair) => (pair.includes('=') ? pair : `${pair}=`)),
  };
}

/** Lower case, in the ASCII form of international names, without the usual ports: what a browser's address says. */
function normalHost(host: string): string {
  try {
    return new URL(`http://${host}`).host.replace(/:443$/, '');
  } catch {
    return host.toLowerCase();
  }
}

/** With a slash at both ends, but where a star is. */
const slashed = (path: string): string => path.replace(/^(?![/*])/, '/').replace(/[^/*]$/, '$&/');

/**
 * Whether a text without percent-escapes is one that a pattern with `*` names. The pieces between the stars are sought from left to
 * right, each at its first place; the last one at the end. @param decode what reads percent-escapes
 */
function matchText(pattern: string, decode = decodeURI): (text: string) => boolean {
  // Split before decoding, so that %2A stays a star of the text.
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

/** Reads each run of percent-escapes; what is no UTF-8 stays as it is, in capitals. */
const unescaped = (text: string, decode = decodeURI): string =>
  text.replace(/(%[\da-f]{2})+/gi, (run) => {
    const capitals = run.toUpperCase();
    try {
      return decode(capitals);
    } catch {
      return capitals;
    }
  });
