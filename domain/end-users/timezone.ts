/**
 * Names without a slash that JavaScript and PostgreSQL read alike. PostgreSQL takes CET, EET, MET and WET for abbreviations, which have no
 * summer time, and lacks others that JavaScript has (PST, IST).
 */
const shortNames = new Set(
  (
    'CST6CDT CUBA EGYPT EIRE EST EST5EDT GB GB-EIRE GMT GMT+0 GMT-0 GMT0 GREENWICH HONGKONG HST ICELAND IRAN ISRAEL JAMAICA JAPAN ' +
    'KWAJALEIN LIBYA MST MST7MDT NAVAJO NZ NZ-CHAT POLAND PORTUGAL PRC PST8PDT ROC ROK SINGAPORE TURKEY UCT UNIVERSAL UTC W-SU ZULU'
  ).split(' '),
);

/** Names with a slash that some versions of JavaScript have besides IANA's, and PostgreSQL has not. */
const unknownToPostgres = /^(SYSTEMV\/.*|US\/PACIFIC-NEW|CANADA\/EAST-SASKATCHEWAN)$/;

/** Whether it is a timezone of IANA that JavaScript and PostgreSQL read alike: both compute days by it. An offset is none. */
export function isTimezone(name: string): boolean {
  const upper = name.toUpperCase();
  if (upper.includes('/') ? unknownToPostgres.test(upper) : !shortNames.has(upper)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
