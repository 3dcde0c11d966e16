/**
 * Computes color contrast, so that a customer's accent color stays readable in light and dark mode. Source: WCAG 2.2,
 * "relative luminance" and "contrast ratio".
 */

/** `#rrggbb` in lower case. */
export type Color = string;

const white: Color = '#ffffff';
const nearBlack: Color = '#0f172a';
/** The steps from a color to white or black. Each changes a channel by at most about 5 of 255. */
const steps = 50;

/** Returns the WCAG contrast ratio of two colors, from 1 (the same) to 21 (black on white). */
export function contrastRatio(one: Color, other: Color): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** Returns white or near-black, whichever has more contrast. The ratio is at least 4.5 on almost every color. */
export const textOn = (background: Color): Color =>
  contrastRatio(white, background) >= contrastRatio(nearBlack, background) ? white : nearBlack;

/**
 * Returns the color closest to the accent that has the ratio on a background: darker on a light background, lighter on
 * a dark one.
 * @param ratio 3 for the surface of a button, 4.5 for text
 */
export function accentOn(background: Color, accent: Color, ratio: number): Color {
  const target = luminance(background) > 0.18 ? 0 : 255;
  for (let step = 0; step < steps; step += 1) {
    const color = mixed(accent, target, step / steps);
    if (contrastRatio(color, background) >= ratio) return color;
  }
  return target === 0 ? '#000000' : white;
}

/** Returns the accent colors on a card: the button's surface, the button's text, and links. */
export function accentColors(card: Color, accent: Color): Record<'button' | 'onButton' | 'link', Color> {
  const button = accentOn(card, accent, 3);
  return { button, onButton: textOn(button), link: accentOn(card, accent, 4.5) };
}

/** The accent color of the service. */
export const defaultAccent: Color = '#1d4ed8';

function channels(color: Color): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
}

function luminance(color: Color): number {
  const [red = 0, green = 0, blue = 0] = channels(color).map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** @param share of the target color; 0 returns the original color */
const mixed = (color: Color, target: number, share: number): Color =>
  `#${channels(color)
    .map((value) =>
      Math.round(value + (target - value) * share)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
