/** Kinds of devices. */
export const devices = ['mobile', 'tablet', 'desktop'] as const;
export type Device = (typeof devices)[number];

const tablet = /iPad|Tablet|PlayBook|Silk|Android(?!.*Mobi)/i;
const mobile = /Mobi|iPhone|iPod/i;
const desktop = /Windows NT|Macintosh|CrOS|X11|Linux/;

/**
 * Detects the device from the user agent. Tablets are Androids without "Mobi", and agents that name a tablet. Phones
 * contain "Mobi" (MDN, "Browser detection using the user agent"). An iPad that requests desktop pages claims to be a
 * Macintosh, and counts as a desktop.
 * @returns null if it is not a browser
 */
export function deviceOf(userAgent: string): Device | null {
  if (tablet.test(userAgent)) return 'tablet';
  if (mobile.test(userAgent)) return 'mobile';
  return desktop.test(userAgent) ? 'desktop' : null;
}

/** Returns the visitor's device as reported by a server in `data.device`. */
export function deviceInData({ device }: Readonly<Record<string, unknown>>): Device | null {
  return devices.find((one) => one === device) ?? null;
}
