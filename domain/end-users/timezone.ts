/**
 * Names without a slash that JavaScript and PostgreSQL interpret in the same way. PostgreSQL treats CET, EET, MET and
 * WET as abbreviations without daylight saving time, and does not know some names of JavaScript (PST, IST).
 */
const shortNames = new Set(
  (
    'CST6CDT CUBA EGYPT EIRE EST EST5EDT GB GB-EIRE GMT GMT+0 GMT-0 GMT0 GREENWICH HONGKONG HST ICELAND IRAN ISRAEL JAMAICA JAPAN ' +
    'KWAJALEIN LIBYA MST MST7MDT NAVAJO NZ NZ-CHAT POLAND PORTUGAL PRC PST8PDT ROC ROK SINGAPORE TURKEY UCT UNIVERSAL UTC W-SU ZULU'
  ).split(' '),
);

/** Names with a slash that only some versions of JavaScript know, but not IANA or PostgreSQL. */
const unknownToPostgres = /^(SYSTEMV\/.*|US\/PACIFIC-NEW|CANADA\/EAST-SASKATCHEWAN)$/;

/**
 * Checks whether a name is an IANA timezone that JavaScript and PostgreSQL interpret in the same way, because both
 * compute days with it. Offsets are refused.
 */
export function isTimezone(name: string): boolean {
  const upper = name.toUpperCase();
  if (upper.includes('/') ? unknownToPostgres.test(upper) : !shortNames.has(upper)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
