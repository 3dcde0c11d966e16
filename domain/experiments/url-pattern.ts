/** Longer addresses are not held against a regular expression: its work grows with their length. */
const maxTestedLength = 2_000;

interface Address {
  /** Empty when only a path is given. */
  host: string;
  path: string;
  /** `name=value` pairs. */
  query: string[];
}

/**
 * Whether a URL is one that a pattern names. Protocol, fragment and one trailing slash do not count; `www.` does.
 *
 * - `/pricing`, `/blog/*`: a path, on any host. `*` stands for any text, also across slashes. `*` alone is every URL.
 * - `https://shop.example.com/pricing`, `*.example.com/*`: host and path. A pattern that begins with neither a slash nor a
 *   protocol names a host if its first part holds a dot or a colon, or is `localhost`.
 * - `?plan=pro&ref=*`: each pair must be among those of the URL, in any order.
 * - `re:^/blog/\d+$`: a regular expression, held against the URL and against its path with query. One that does not compile
 *   never matches. Whether it may be used at all is decided when it is saved: see safe-pattern.ts.
 *
 * Wildcards are matched without a regular expression, in a time that grows with pattern × URL at most.
 */
export function matchesUrl(pattern: string, url: string): boolean {
  const [address = ''] = url.split('#', 1);
  if (pattern.startsWith('re:')) return matchesExpression(pattern.slice(3), address);
  const wanted = parseAddress(pattern.trim().split('#', 1)[0] ?? '');
  // A star of the URL is no wildcard.
  const given = parseAddress(address.replace(/\*/g, '%2A'));
  return (
    (wanted.host === '' || matchesText(wanted.host, given.host)) &&
    matchesText(slashed(wanted.path), slashed(given.path)) &&
    wanted.query.every((pair) => given.query.some((one) => matchesText(pair, one, decodeURIComponent)))
  );
}

/** The path that a pattern names, such as `/pricing`; null for a regular expression. */
export function pathOfPattern(pattern: string): string | null {
  if (pattern.startsWith('re:')) return null;
  return parseAddress(pattern.trim().split('#', 1)[0] ?? '').path || '/';
}

function matchesExpression(source: string, url: string): boolean {
  if (url.length > maxTestedLength) return false;
  try {
    const expression = new RegExp(source);
    return expression.test(url) || expression.test(url.replace(/^[a-z]+:\/\/[^/?]*/i, ''));
  } catch {
    return false;
  }
}

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
 * Whether a text is one that a pattern with `*` names. The pieces between the stars are sought from left to right, each at its
 * first place; the last one at the end. @param decode what reads percent-escapes
 */
function matchesText(pattern: string, text: string, decode: (text: string) => string = decodeURI): boolean {
  // Split before decoding, so that %2A stays a star of the text.
  const [first = '', ...pieces] = pattern.split('*').map((piece) => unescaped(piece, decode));
  const given = unescaped(text, decode);
  const last = pieces.pop();
  if (last === undefined) return given === first;
  if (!given.startsWith(first)) return false;
  let position = first.length;
  for (const piece of pieces) {
    const found = given.indexOf(piece, position);
    if (found < 0) return false;
    position = found + piece.length;
  }
  return given.length - last.length >= position && given.endsWith(last);
}

/** Reads each run of percent-escapes; what is no UTF-8 stays as it is, in capitals. */
const unescaped = (text: string, decode: (text: string) => string): string =>
  text.replace(/(%[\da-f]{2})+/gi, (run) => {
    const capitals = run.toUpperCase();
    try {
      return decode(capitals);
    } catch {
      return capitals;
    }
  });
