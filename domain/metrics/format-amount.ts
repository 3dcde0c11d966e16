const locale = 'en';

/** Formats an amount with the decimals of its currency; smaller amounts with four significant digits. */
export function formatAmount(value: number, currency: string): string {
  const { maximumFractionDigits: digits = 2 } = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
  }).resolvedOptions();
  const isSmall = value !== 0 && Math.abs(value) < 1;
  const text = value.toLocaleString(
    locale,
    isSmall ? { maximumSignificantDigits: 4 } : { maximumFractionDigits: digits, minimumFractionDigits: digits },
  );
  return `${text} ${currency}`;
}
