import { accessibilityProblems, aroundConsoleTests, node, saved, settled, signInTo } from '../support/console';
import { uniqueName } from '../support/journeys';

const service = aroundConsoleTests();

const openJourneys = () => service.openSignedIn('/journeys');

test('changes by two editors are shown and merged', async () => {
  const steps = [
    { id: 'pause', kind: 'wait', duration: 'P1D', next: 'end' },
    { id: 'end', kind: 'exit' },
  ];
  const { body: journey } = await service.world.api.post('/api/journeys', { name: uniqueName('Shared'), steps });
  const { page, context } = await openJourneys();
  await page.goto(`${service.world.apiUrl}/console/journeys/${journey.id}`);
  await node(page, 'pause').click();
  await service.world.api.patch(`/api/journeys/${journey.id}`, { updatedAt: journey.updatedAt, reentry: 'once' });
  await page.getByLabel('For', { exact: true }).fill('3');
  const dialog = page.getByRole('dialog', { name: 'Another member saved this draft' });
  await dialog.getByText('Re-entry').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Merge both' }).click();
  await saved(page);
  const { body: merged } = await service.world.api.get(`/api/journeys/${journey.id}`);
  expect(merged).toMatchObject({ reentry: 'once', steps: [{ duration: 'P3D' }, { id: 'end' }] });
  await context.close();
});

test('a simulation highlights the path of the person', async () => {
  const when = { field: 'attributes.plan', operator: 'equals', value: 'pro' };
  const steps = [
    { id: 'plan', kind: 'branch', arms: [{ id: 'pro', when, next: 'paid' }], else: 'free' },
    { id: 'paid', kind: 'exit', reason: 'paid' },
    { id: 'free', kind: 'exit', reason: 'free' },
  ];
  const { body: journey } = await service.world.api.post('/api/journeys', {
    name: uniqueName('Simulated'),
    steps,
    holdoutPercent: 0,
  });
  const { page, context, problems } = await openJourneys();
  await page.goto(`${service.world.apiUrl}/console/journeys/${journey.id}?view=simulate`);
  await page.getByLabel('Email, timezone and attributes').fill('{"plan": "pro"}');
  await page.getByRole('button', { name: 'Simulate' }).click();
  await node(page, 'paid').locator('.on-path', { hasText: 'exit: paid' }).waitFor();
  await node(page, 'free').locator('.dimmed').waitFor();
  await page.getByLabel('Email, timezone and attributes').fill('{"plan": "free"}');
  await page.getByRole('button', { name: 'Simulate' }).click();
  await node(page, 'free').locator('.on-path', { hasText: 'exit: free' }).waitFor();
  expect(problems).toEqual([]);
  await context.close();
});

describe.each(['light', 'dark'] as const)('in %s', (colorScheme) => {
  it('no view of a journey has axe violations', async () => {
    const { body: journey } = await service.world.api.post('/api/journeys', {
      name: uniqueName('Seen'),
      steps: [{ id: 'lost', kind: 'wait', duration: 'P1D', next: 'nowhere' }],
    });
    const { page, context } = await service.open('/journeys', { colorScheme });
    await signInTo(page, service.world.demo.owner);
    for (const view of ['', '?as=outline', '?view=executions', '?view=impact', '?view=versions', '?view=simulate']) {
      await page.goto(`${service.world.apiUrl}/console/journeys/${journey.id}${view}`);
      await settled(page);
      expect(await accessibilityProblems(page)).toEqual([]);
    }
    await context.close();
  });
});
