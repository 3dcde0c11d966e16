import { accessibilityProblems, aroundConsoleTests, button, dialog, h1, unexpected } from '../support/console';
import { createPerson, uniqueName } from '../support/journeys';
import { typeInto } from '../support/keyboard';
import { addMember } from '../support/members';

/** Finding people and working on one person, in the console. */

const service = aroundConsoleTests();

const createAda = async () => {
  const visitorId = uniqueName('visitor');
  const person = await createPerson(service.world, {
    email: `${uniqueName('ada')}@example.com`,
    attributes: { name: `Ada ${uniqueName('Lovelace')}`, plan: 'free' },
  });
  await service.world.api.post('/api/identity', { visitorId, leadId: person.id });
  await service.world.api.post(`/api/end-users/${person.id}/events`, { type: 'cart_viewed', data: { items: 3 } });
  return { ...person, visitorId } as { id: string; email: string; visitorId: string; attributes: { name: string } };
};

test('by keyboard: a person is found by a part of the name, and an event of theirs is opened', async () => {
  const ada = await createAda();
  const { page, context, problems } = await service.openSignedIn('/');
  await page.getByRole('heading', h1('Overview')).waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Page, action or person' }).waitFor();
  await page.keyboard.type(ada.attributes.name.slice(4).toLowerCase());
  await page.getByRole('option', { name: ada.email }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', h1(ada.email)).waitFor();
  const events = button(page, 'Events');
  await events.focus();
  await page.keyboard.press('Space');
  await page.locator('.happening:not([data-kind=event])').first().waitFor({ state: 'detached' });
  const row = page.locator('.happening summary', { hasText: 'cart_viewed' });
  await row.focus();
  await page.keyboard.press('Enter');
  await page.getByText('"items": 3').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.reload();
  await page.locator('.happening', { hasText: 'cart_viewed' }).waitFor();
  expect(await page.locator('.happening').count()).toBe(1);
  await page.goto(`${service.world.apiUrl}/console/people`);
  await typeInto(page, page.getByLabel('Search by address, name or ID'), ada.attributes.name.slice(4));
  await page.getByText('1 result').waitFor();
  await page.getByRole('link', { name: ada.email }).waitFor();
  expect(unexpected(problems)).toEqual([]);
  await context.close();
});

test('by mouse: attributes, consent, suppression, links, export, and erasure', async () => {
  const ada = await createAda();
  const { page, context, problems } = await service.openSignedIn(`/people/${ada.id}`);
  await button(page, 'Edit plan').click();
  await page.getByRole('textbox', { name: 'plan' }).fill('pro');
  await button(page, 'Save').click();
  await page.locator('.happening', { hasText: 'plan: free → pro' }).waitFor();
  await button(page, 'Change consent').click();
  await dialog(page, 'Change consent').getByLabel('Marketing consent').selectOption('no');
  await dialog(page, 'Change consent').getByLabel('Source').fill('Phone call');
  await dialog(page, 'Change consent').getByRole('button', { name: 'Save' }).click();
  await page.locator('.happening', { hasText: 'Marketing consent withdrawn' }).waitFor();
  await button(page, 'Suppress').click();
  await dialog(page, `Suppress ${ada.email}?`).getByRole('button', { name: 'Suppress' }).click();
  await page.getByText('Suppressed by hand').waitFor();
  await button(page, 'Release').click();
  await dialog(page, `Release ${ada.email}?`).getByRole('button', { name: 'Release' }).click();
  await page.getByText('This address can receive email.').waitFor();
  await button(page, 'Undo link').click();
  await dialog(page, `Undo the link to ${ada.visitorId}?`).getByRole('button', { name: 'Undo link' }).click();
  await page.getByText('No visitor is linked.').waitFor();
  await button(page, 'Link a visitor').click();
  await dialog(page, 'Link a visitor').getByLabel('Visitor ID').fill(ada.visitorId);
  await dialog(page, 'Link a visitor').getByRole('button', { name: 'Link' }).click();
  await page.getByRole('list', { name: 'Linked visitors' }).getByText(ada.visitorId).waitFor();
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export' }).click();
  expect((await download).suggestedFilename()).toBe(`${ada.id}.json`);
  await button(page, 'Erase').click();
  const erase = dialog(page, `Erase ${ada.email}?`);
  expect(await erase.getByRole('button', { name: 'Erase' }).isDisabled()).toBe(true);
  await erase.getByRole('textbox').fill(ada.email);
  await erase.getByRole('button', { name: 'Erase' }).click();
  await page.getByRole('heading', h1('Erasure')).waitFor();
  await page.getByText('Making events anonymous').or(page.getByText('Completed').first()).first().waitFor();
  await page.locator('.status[data-value=completed]').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  expect(unexpected(problems)).toEqual([]);
  await context.close();
});

test('members see people, and no action that their role does not allow', async () => {
  const ada = await createAda();
  const member = await addMember(service.world, 'member');
  const { page, context, problems } = await service.openSignedIn(`/people/${ada.id}`, member);
  await page.locator('.happening', { hasText: 'cart_viewed' }).waitFor();
  await page.getByText('This address can receive email.').waitFor();
  expect(await page.getByRole('button', { name: /^(Erase|Suppress|Start journey)$/ }).count()).toBe(0);
  expect(await button(page, 'Edit plan').count()).toBe(1);
  expect(unexpected(problems)).toEqual([]);
  await context.close();
});
