/** Browsers by their mark in the header. Several name others for compatibility, so the order matters. */
const browsers: readonly [mark: RegExp, name: string][] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(HeadlessChrome|Chrome|CriOS)\//, 'Chrome'],
  [/\bVersion\/\S+ .*Safari\//, 'Safari'],
];

const systems: readonly [mark: RegExp, name: string][] = [
  [/\bWindows NT\b/, 'Windows'],
  [/\b(iPhone|iPod)\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

const nameIn = (names: readonly [mark: RegExp, name: string][], text: string): string | undefined =>
  names.find(([mark]) => mark.test(text))?.[1];

/** Describes a `User-Agent` in a few words, such as "Chrome on macOS". Programs are named as they name themselves. */
export function describeUserAgent(userAgent: string): string {
  const browser = nameIn(browsers, userAgent);
  const system = nameIn(systems, userAgent);
  if (browser !== undefined) return system === undefined ? browser : `${browser} on ${system}`;
  const program = /^[\w.-]{1,40}/.exec(userAgent)?.[0];
  return program === undefined || program === 'Mozilla' ? 'Unknown program' : program;
}
