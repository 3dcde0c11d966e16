/** What a browser runs on. */
export const devices = ['mobile', 'tablet', 'desktop'] as const;
export type Device = (typeof devices)[number];

const tablet = /iPad|Tablet|PlayBook|Silk|Android(?!.*Mobi)/i;
const mobile = /Mobi|iPhone|iPod/i;
const desktop = /Windows NT|Macintosh|CrOS|X11|Linux/;

/**
 * By the user agent: tablets are Androids without "Mobi", and what says so; phones have "Mobi" in their name (MDN, "Browser detection using
 * the user agent"). An iPad that asks for desktop pages says that it is a Macintosh, and counts as one.
 * @returns null for what is no browser
 */
export function deviceOf(userAgent: string): Device | null {
  if (tablet.test(userAgent)) return 'tablet';
  if (mobile.test(userAgent)) return 'mobile';
  return desktop.test(userAgent) ? 'desktop' : null;
}

/** What a server says of its visitor: `data.device`. */
export function deviceInData({ device }: Readonly<Record<string, unknown>>): Device | null {
  return devices.find((one) => one === device) ?? null;
}
