import type { Dialog, Page } from 'playwright-core';
import {
  accessibilityProblems,
  aroundConsoleTests,
  type ConsolePage,
  button,
  dialog,
  h1,
  settled,
} from '../support/console';
import { uniqueName } from '../support/journeys';

/** Leaving a form with unsaved changes needs confirmation; leaving an unchanged form does not. */

const service = aroundConsoleTests(null);

const question = (page: Page) => dialog(page, 'Leave without saving?');
const toBeliefs = (page: Page): Promise<void> => page.getByRole('link', { name: 'Beliefs', exact: true }).click();
const field = (page: Page) => page.getByLabel('Name', { exact: true });

async function openAudience(): Promise<{ name: string; opened: ConsolePage }> {
  const name = uniqueName('Audience');
  const condition = { field: 'attributes.plan', operator: 'equals', value: 'pro' };
  const { body } = await service.world.api.post('/api/audiences', { name, condition });
  return { name, opened: await service.openSignedIn(`/audiences/${body.id}`) };
}

test('links, history navigation and closing the window ask for confirmation and keep the input', async () => {
  const { opened } = await openAudience();
  const { page, context, problems } = opened;
  await field(page).fill('Changed');
  await toBeliefs(page);
  await question(page).getByText('will be lost').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await question(page).getByRole('button', { name: 'Stay' }).click();
  await question(page).waitFor({ state: 'detached' });
  expect(await field(page).inputValue()).toBe('Changed');
  const prompted = new Promise<string>((resolve) => {
    page.once('dialog', (one: Dialog) => {
      resolve(one.type());
      void one.dismiss();
    });
  });
  await page.close({ runBeforeUnload: true });
  expect(await prompted).toBe('beforeunload');
  await toBeliefs(page);
  await question(page).getByRole('button', { name: 'Leave' }).click();
  await page.getByRole('heading', h1('Beliefs')).waitFor();
  await page.goBack();
  await settled(page);
  await page.getByLabel('Value', { exact: true }).fill('free');
  await page.goForward();
  await question(page).getByRole('button', { name: 'Leave' }).click();
  await page.getByRole('heading', h1('Beliefs')).waitFor();
  expect(problems).toEqual([]);
  await context.close();
});

test('an unchanged, reverted or saved form is left without confirmation', async () => {
  const { name, opened } = await openAudience();
  const { page, context, problems } = opened;
  await field(page).click();
  await toBeliefs(page);
  await page.getByRole('heading', h1('Beliefs')).waitFor();
  await page.goBack();
  await settled(page);
  await field(page).fill('Changed');
  await field(page).fill(name);
  await toBeliefs(page);
  await page.getByRole('heading', h1('Beliefs')).waitFor();
  await page.goBack();
  await settled(page);
  await field(page).fill(`${name} 2`);
  await button(page, 'Save').click();
  await page.getByRole('heading', h1(`${name} 2`)).waitFor();
  await toBeliefs(page);
  await page.getByRole('heading', h1('Beliefs')).waitFor();
  expect(problems).toEqual([]);
  await context.close();
});

test('a changed dialog asks before it closes, but not after its form is submitted', async () => {
  const { page, context, problems } = await service.openSignedIn('/triggers');
  const form = dialog(page, 'New trigger');
  await button(page, 'New trigger').click();
  await form.waitFor();
  await page.keyboard.press('Escape');
  await form.waitFor({ state: 'detached' });
  await button(page, 'New trigger').click();
  await page.keyboard.type('paid');
  await page.keyboard.press('Escape');
  await question(page).getByRole('button', { name: 'Stay' }).click();
  await question(page).waitFor({ state: 'detached' });
  expect(await form.getByLabel('Event name').inputValue()).toBe('paid');
  await form.getByRole('button', { name: 'Close' }).click();
  await question(page).getByRole('button', { name: 'Leave' }).click();
  await form.waitFor({ state: 'detached' });
  await button(page, 'New trigger').click();
  expect(await form.getByLabel('Event name').inputValue()).toBe('');
  await page.keyboard.type('paid');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', h1('paid')).waitFor();
  await toBeliefs(page);
  await page.getByRole('heading', h1('Beliefs')).waitFor();
  expect(problems).toEqual([]);
  await context.close();
});
