/** Enum values whose words differ from their name. */
const exceptions: Record<string, string> = {
  ai_assistant: 'AI assistant',
  no_email: 'No email address',
  ok: 'OK',
  opt_out: 'Opted out',
  reentry: 'Re-entry',
  sms: 'SMS',
  stop_no_effect: 'Stop: no effect',
};

/** Formats an enum value of the API as words in sentence case: `at_risk` is "At risk", `CANCELED` is "Canceled". */
export function formatWords(value: string): string {
  const exception = exceptions[value];
  if (exception !== undefined) return exception;
  if (/^http_\d+$/.test(value)) return value.replace('http_', 'HTTP ');
  const words = value.replaceAll(/[._]/g, ' ');
  const lower = words === words.toUpperCase() ? words.toLowerCase() : words;
  return lower.charAt(0).toUpperCase() + lower.slice(1);
}
