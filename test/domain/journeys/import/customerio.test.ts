import { translateCustomerio } from '../../../../domain/journeys/import/customerio';
import { translatedSample } from './exports';

const { bundle, journey, step, notes } = translatedSample('customerio');

it('keeps the order of the campaign’s actions', () => {
  expect(journey).toMatchObject({
    externalId: 'customerio:5:journey',
    name: 'Order follow-up',
    triggerContractId: 'customerio:5:trigger',
  });
  expect(bundle.triggerContracts).toMatchObject([{ eventName: 'order_placed' }]);
  expect(journey.steps?.[0]).toMatchObject({ id: '96', kind: 'send', next: '97' });
  expect(step('97')).toMatchObject({ kind: 'wait', duration: 'P3D', next: '98' });
  expect(step('98')).toMatchObject({ kind: 'webhook', method: 'POST', body: '{"email": "{{email}}"}', next: 'test-7' });
});

it('converts actions with the same parent to an experiment', () => {
  expect(step('test-7')).toMatchObject({
    kind: 'experiment',
    arms: [
      { weight: 0.5, next: '100' },
      { weight: 0.5, next: '99' },
    ],
  });
  expect(step('100')).toMatchObject({ kind: 'send', next: '101' });
  expect(step('99')).toMatchObject({ kind: 'send', next: '101' });
});

it('keeps the place of a branch and omits other channels', () => {
  expect(step('101')).toMatchObject({ kind: 'branch', arms: [{ when: { any: [] }, next: 'end' }], else: 'end' });
  expect(notes('101')).toMatchObject([{ severity: 'error' }]);
  expect(notes('102')).toMatchObject([{ severity: 'warning', reason: expect.stringContaining('slack') }]);
});

it('reports paths in the export, not in the bundle', () => {
  expect(bundle.unmapped.find(({ sourceId }) => sourceId === '96')?.path).toBe('actions.2');
});

it('renames Liquid references, but not quoted text', () => {
  expect(bundle.communications[0]).toMatchObject({
    slots: { subject: 'Thanks, {{attributes.first_name}}' },
    html:
      "<p>Dear {{attributes.first_name | default: 'friend'}}, thank you for {{ event.data.item.name }}. " +
      `{{attributes["Favorite Color"]}}</p>{% if attributes.plan == 'event.plan' %}x{% endif %}`,
  });
  expect(notes('96')).toContainEqual({ severity: 'warning', reason: expect.stringContaining('snippet footer') });
});

it('starts with the segments that trigger the campaign', () => {
  const { triggerContracts } = translateCustomerio({
    campaign: { id: 1, trigger_segment_ids: [7, 8] },
    actions: [{ id: 1, type: 'exit' }],
  });
  expect(triggerContracts).toMatchObject([
    { eventName: 'entered_segment', where: { field: 'event.data.segmentId', operator: 'in', value: ['7', '8'] } },
  ]);
});
