import { systemClock } from '../../context/create-context';
import { insertMember } from '../../db/accounts/accounts';
import { createSignInLink } from '../../operations/accounts/sign-in-links';
import { accessibilityProblems, aroundConsoleTests, dialog, h1, settled, unexpected } from '../support/console';
import { addMember } from '../support/members';
import { addWorkspace } from '../support/workspaces';
import { waitFor } from '../support/wait-for';

/** From the link of `npm start` to a workspace: the choice, the switcher, and the deletion of the demo workspace. */

const service = aroundConsoleTests(null);

const findDemo = async () => {
  const { demo } = await addWorkspace(service.world);
  const fill = (state: object) =>
    service.world
      .database('workspaces')
      .where({ id: demo.workspaceId })
      .update({ name: 'Demo shop', demo: JSON.stringify(state) });
  return { id: demo.workspaceId, fill };
};

test('a link signs in once, and leads to the demo workspace, back, and to its deletion', async () => {
  const { world } = service;
  const demo = await findDemo();
  await demo.fill({ status: 'filling', percent: 40, part: 'Visitors' });
  await world.database('workspaces').where({ id: world.demo.workspaceId }).update({ name: 'My workspace' });
  const { email } = world.demo.owner;
  const { id: userId } = await world.database('users').where({ email }).first('id');
  await insertMember(world.database, { workspaceId: demo.id, userId, role: 'owner' });
  const token = await createSignInLink({ ...world, clock: systemClock }, email);

  const { page, context, problems } = await service.open(`/sign-in#${token}`);
  await page.getByRole('heading', h1('Where do you want to start?')).waitFor();
  expect(new URL(page.url()).hash).toBe('');
  await page.getByText('Adding sample data: 40%').waitFor();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await accessibilityProblems(page)).toEqual([]);
  }
  await page.getByRole('button', { name: 'Explore the demo shop' }).click();
  await page.getByRole('button', { name: 'Workspace: Demo shop' }).waitFor();
  await demo.fill({ status: 'ready', percent: 100, part: 'Complete' });
  await page.getByText('You are exploring sample data.').waitFor();

  // The choice is not offered again.
  await page.getByRole('button', { name: 'Go to My workspace' }).click();
  await page.getByRole('button', { name: 'Workspace: My workspace' }).waitFor();
  await page.reload();
  await page.getByRole('button', { name: 'Workspace: My workspace' }).click();
  await page.getByRole('menuitemradio', { name: 'Demo shop' }).click();
  await page.getByText('You are exploring sample data.').waitFor();
  await page.getByRole('link', { name: 'Workspace', exact: true }).click();
  await page.getByRole('button', { name: 'Delete workspace' }).click();
  const confirmation = dialog(page, 'Delete Demo shop?');
  const confirm = confirmation.getByRole('button', { name: 'Delete workspace' });
  expect(await confirm.isDisabled()).toBe(true);
  expect(await accessibilityProblems(page)).toEqual([]);
  await confirmation.getByRole('textbox').fill('Demo shop');
  await confirm.click();
  await page.getByText('Demo shop is being deleted.').waitFor();
  await page.getByRole('button', { name: 'Workspace: My workspace' }).waitFor();
  expect(await page.getByText('You are exploring sample data.').count()).toBe(0);
  const deletion = await world.database('workspace_deletions').where({ id: demo.id }).first();
  expect(deletion).toMatchObject({ requested_by: userId });
  expect(unexpected(problems)).toEqual([]);

  const used = await service.open(`/sign-in#${token}`);
  await used.page.getByRole('alert').getByText('This sign-in link was already used.').waitFor();
  expect(await accessibilityProblems(used.page)).toEqual([]);
  await used.context.close();
  await context.close();
});

test('a page of another workspace changes nothing after another tab switched the workspace', async () => {
  const { world } = service;
  const other = await addWorkspace(world);
  const person = await addMember(world, 'admin');
  await insertMember(world.database, { workspaceId: other.demo.workspaceId, userId: person.id, role: 'admin' });
  const { page, context } = await service.openSignedIn('/settings/workspace', person);
  const second = await context.newPage();
  await second.goto(`${world.apiUrl}/console`);
  await settled(second);
  const switched = await context.request.post(`${world.apiUrl}/api/session/workspace`, {
    data: { workspaceId: other.demo.workspaceId },
    headers: { origin: world.apiUrl },
  });
  expect(switched.ok()).toBe(true);
  const nameThere = (await other.api.get('/api/workspace')).body.name as string;
  await page.getByLabel('Name', { exact: true }).fill('Renamed here');
  await page.getByRole('button', { name: 'Save', exact: true }).first().click();
  const question = dialog(page, 'You are in another workspace');
  await question.waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  expect((await other.api.get('/api/workspace')).body.name).toBe(nameThere);
  await question.getByRole('button', { name: 'Return' }).click();
  await question.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Save', exact: true }).first().click();
  await waitFor(async () => (await world.api.get('/api/workspace')).body.name === 'Renamed here');
  expect((await other.api.get('/api/workspace')).body.name).toBe(nameThere);
  await context.close();
});
