import { accessibilityProblems, aroundConsoleTests, button, dialog, h1, unexpected } from '../support/console';
import { createPerson, uniqueName } from '../support/journeys';

/** The import of people from a file, in the console. */

const service = aroundConsoleTests();

test('a file is mapped, checked, imported, and undone', async () => {
  const mark = uniqueName('import');
  const known = await createPerson(service.world, { email: `known.${mark}@example.com` });
  const csv = ['E-Mail,Favorite Tea', `new.${mark}@example.com,green`, `${known.email},black`, 'wrong,red', ''].join(
    '\n',
  );
  const { page, context, problems } = await service.openSignedIn('/people');
  await page.getByRole('link', { name: 'Import', exact: true }).click();
  await page.getByRole('heading', h1('Import people')).waitFor();
  await page
    .getByLabel('CSV file')
    .setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
  await page.getByLabel('Attribute for Favorite Tea').fill('tea');
  await button(page, 'Check').click();
  await page.getByRole('alert').filter({ hasText: 'State whether these people agreed' }).waitFor();
  await page.getByLabel('All of them agreed').check();
  await page.getByLabel('Source', { exact: true }).fill('Tea fair');
  expect(await button(page, 'Import').isDisabled()).toBe(true);
  await button(page, 'Check').click();
  await page.getByText('3 rows checked. Nothing was changed.').waitFor();
  await page.getByText('"wrong" is not an email address.').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await button(page, 'Import').click();
  await page.getByText('3 rows imported.').waitFor();
  const path = `/api/end-users/${known.id}`;
  expect((await service.world.api.get(path)).body.attributes).toEqual({ tea: 'black' });
  await button(page, 'Undo import').click();
  await dialog(page, 'Undo this import?').getByRole('button', { name: 'Undo import' }).click();
  await page.getByText('The import was undone.').waitFor();
  const found = await service.world.api.get(`/api/end-users?q=${mark}`);
  expect(found.body.data.map(({ id }: { id: string }) => id)).toEqual([known.id]);
  expect(unexpected(problems)).toEqual([]);
  await context.close();
});
