import type { Locator, Page } from 'playwright-core';

/** Maximum number of tab presses to reach any element of a page. */
const furthest = 120;

/** Returns whether an element has the focus. */
export const hasFocus = async (page: Page, target: Locator): Promise<boolean> =>
  (await page.locator(':focus').and(target).count()) === 1;

/**
 * Moves the focus to an element with the tab key only.
 * @param key `Shift+Tab` for earlier elements
 * @throws if it is not reached
 */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await target.waitFor();
  for (let pressed = 0; pressed < furthest; pressed += 1) {
    if (await hasFocus(page, target)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${String(target)} is not reached by ${key}.`);
}

/** Moves to a select and chooses one of its options with the arrow keys. */
export async function chooseByKeys(page: Page, select: Locator, option: string): Promise<void> {
  await tabTo(page, select);
  const chosen = (): Promise<string> => select.locator('option:checked').innerText();
  const count = await select.locator('option').count();
  await page.keyboard.press('Home');
  for (let pressed = 0; pressed < count && (await chosen()) !== option; pressed += 1) {
    await page.keyboard.press('ArrowDown');
  }
  if ((await chosen()) !== option) throw new Error(`There is no option ${option}.`);
}

/** Moves to a text field, and replaces its content. */
export async function typeInto(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.press('Control+a');
  await page.keyboard.type(text);
}
