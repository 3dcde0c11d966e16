import { useWorld } from '../support/world';

/** Names are the links in lists, so they must be visible. */

const world = useWorld({ temporal: false });

const variants = [{ name: 'A' }, { name: 'B' }];
const bodies: [string, object][] = [
  ['/api/journeys', {}],
  ['/api/experiments', { targetUrl: '/', variants }],
  ['/api/audiences', { condition: { field: 'attributes.plan', operator: 'equals', value: 'pro' } }],
  ['/api/communications', { commType: 'marketing' }],
  ['/api/trigger-contracts', { eventName: 'signed_up' }],
  ['/api/conversion-goals', { type: 'custom_event', eventName: 'order_placed' }],
];

test.each(bodies)('%s refuses a blank name', async (path, body) => {
  const named = await world.api.post(path, { ...body, name: ' Named ' });
  expect(named).toMatchObject({ status: 201, body: { name: ' Named ' } });
  for (const name of ['', ' ', '\n\t ', '\u3000']) {
    expect(await world.api.post(path, { ...body, name })).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION_ERROR', details: [{ path: 'name' }] },
    });
  }
});
