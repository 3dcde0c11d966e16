import { accentOn, contrastRatio, textOn } from '../../../domain/brand/colors';

test('contrast ratios match WCAG', () => {
  expect(contrastRatio('#ffffff', '#000000')).toBeCloseTo(21, 5);
  expect(contrastRatio('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
  expect(contrastRatio('#1d4ed8', '#1d4ed8')).toBe(1);
});

const colors = ['#ffffff', '#000000', '#ffff00', '#ff0000', '#1d4ed8', '#808080', '#767676', '#00ff88', '#123456'];

test.each(colors)('%s is adjusted to be readable on light and dark backgrounds, and so is text on it', (accent) => {
  for (const background of ['#ffffff', '#1e293b']) {
    for (const ratio of [3, 4.5]) {
      const color = accentOn(background, accent, ratio);
      expect(color).toMatch(/^#[0-9a-f]{6}$/);
      expect(contrastRatio(color, background)).toBeGreaterThanOrEqual(ratio);
    }
    const button = accentOn(background, accent, 3);
    expect(contrastRatio(textOn(button), button)).toBeGreaterThanOrEqual(4.2);
  }
});

test('a color with enough contrast is not changed', () => {
  expect(accentOn('#ffffff', '#1d4ed8', 4.5)).toBe('#1d4ed8');
});
