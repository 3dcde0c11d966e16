import { uniqueName } from '../../support/journeys';
import { useWorld } from '../../support/world';
import { createConversion } from '../../support/workspaces';

const world = useWorld({ temporal: false });

const base = { metric: 'monthly_signups', target: 10, deadline: '2030-12-31' };
const create = async (body: object = {}) => (await world.api.post('/api/targets', { ...base, ...body })).body;
const patch = async (id: string, body: object) => (await world.api.patch('/api/targets', { id, ...body })).body;
const read = async (id: string) => (await world.api.get(`/api/targets/${id}`)).body;
const track = (type: string) => world.api.post('/api/v1/events', { type, visitorId: 'v1' });
const conversionOf = (eventType: string): Promise<string> =>
  createConversion(world.database, world.demo.workspaceId, { eventType });

describe('manual targets', () => {
  it('return every field in both forms', async () => {
    const { status, body } = await world.api.post('/api/targets', { ...base, current: 4, description: 'More' });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.stringMatching(/^tgt_/),
      ...base,
      current: 4,
      progress: 0.4,
      elapsed: expect.closeTo(0),
      status: 'on_track',
      statusIsAuto: true,
      description: 'More',
      unit: null,
      sourceConversionId: null,
      currentIsAuto: false,
      sourceMissing: false,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    });
    expect(await read(body.id)).toEqual(body);
    expect((await world.api.get('/api/targets')).body[0]).toEqual(body);
    const changed = await patch(body.id, { target: 8, deadline: '2031-01-31T12:00:00+02:00', current: 8 });
    expect(changed).toMatchObject({
      target: 8,
      deadline: '2031-01-31T10:00:00.000Z',
      status: 'completed',
      progress: 1,
    });
  });

  it.each([
    [{ deadline: '2020-01-01', current: 10 }, 'completed'],
    [{ deadline: '2020-01-01', current: 8 }, 'at_risk'],
    [{ deadline: '2020-01-01T00:00:00Z', current: 7.9 }, 'behind'],
    [{ deadline: '2999-01-01' }, 'on_track'],
    [{ deadline: '2999-01-01', current: 0 }, 'on_track'],
  ])('%j is %s', async (given, status) => {
    expect((await create({ current: 1, ...given })).status).toBe(status);
  });

  it('keep a manual status until null restores the computed one', async () => {
    const { id } = await create({ current: 10 });
    expect(await patch(id, { status: 'behind' })).toMatchObject({ status: 'behind', statusIsAuto: false });
    expect(await patch(id, { current: 9 })).toMatchObject({ status: 'behind', current: 9 });
    expect(await patch(id, { status: null, current: 10 })).toMatchObject({ status: 'completed', statusIsAuto: true });
  });

  it.each([
    [{ target: 0 }, 'target'],
    [{ target: 5e-324 }, 'target'],
    [{ target: '10' }, 'target'],
    [{ deadline: 'soon' }, 'deadline'],
    [{ deadline: '2030-02-30' }, 'deadline'],
    [{ metric: '' }, 'metric'],
    [{ sourceConversionId: 'cnv_none' }, 'sourceConversionId'],
    [{ status: 'done' }, 'status'],
    [{ goal: 1 }, 'goal'],
  ])('refuse %j', async (given, path) => {
    const { id } = await create();
    const responses = [
      await world.api.post('/api/targets', { ...base, ...given }),
      await world.api.patch(`/api/targets/${id}`, given),
    ];
    for (const { status, body } of responses) {
      expect([status, body.details[0].path]).toEqual([400, path]);
    }
  });

  it('can be deleted by query or path, once', async () => {
    const [one, other] = [await create(), await create()];
    expect((await world.api.delete(`/api/targets?id=${one.id}`)).body).toEqual({ id: one.id, deleted: true });
    expect((await world.api.delete(`/api/targets/${one.id}`)).status).toBe(404);
    expect((await world.api.delete(`/api/targets/${other.id}`)).body).toEqual({ id: other.id, deleted: true });
    expect((await world.api.patch('/api/targets', { id: one.id, target: 2 })).status).toBe(404);
  });
});

describe('bound targets', () => {
  it('count completions since their creation and ignore the given value', async () => {
    const type = uniqueName('order');
    const sourceConversionId = await conversionOf(type);
    await world.database.raw(
      `insert into events (workspace_id, occurred_at, id, received_at, type, visitor_id)
       values (?, now() - interval '1 day', 'evt_before', now(), ?, 'v1')`,
      [world.demo.workspaceId, type],
    );
    const { id, current, currentIsAuto } = await create({ sourceConversionId, current: 7 });
    expect([current, currentIsAuto]).toEqual([0, true]);
    await track(type);
    await track(type);
    expect(await read(id)).toMatchObject({ current: 2, progress: 0.2, sourceMissing: false });
    expect(await patch(id, { current: 9 })).toMatchObject({ current: 2, currentIsAuto: true });
    const listed = (await world.api.get('/api/targets')).body.find((one: { id: string }) => one.id === id);
    expect(listed.current).toBe(2);
  });

  it('keep their last value when unbound, and count again when bound', async () => {
    const [type, otherType] = [uniqueName('order'), uniqueName('order')];
    const [conversion, other] = [await conversionOf(type), await conversionOf(otherType)];
    const { id } = await create({ sourceConversionId: conversion });
    for (const event of [type, type, otherType]) await track(event);
    const manual = { sourceConversionId: null, currentIsAuto: false, sourceMissing: false };
    expect(await patch(id, { sourceConversionId: null })).toMatchObject({ ...manual, current: 2 });
    await track(type);
    expect(await patch(id, { current: 5 })).toMatchObject({ ...manual, current: 5 });
    expect(await patch(id, { sourceConversionId: other })).toMatchObject({ current: 1, currentIsAuto: true });
    expect(await patch(id, { sourceConversionId: conversion })).toMatchObject({ current: 3, currentIsAuto: true });
    expect(await patch(id, { sourceConversionId: null, current: 6 })).toMatchObject({ ...manual, current: 6 });
  });

  it('report a deleted source and keep the last value', async () => {
    const type = uniqueName('order');
    const sourceConversionId = await conversionOf(type);
    const { id } = await create({ sourceConversionId });
    await track(type);
    await world.api.delete(`/api/conversion-goals?id=${sourceConversionId}`);
    await track(type);
    const orphan = { current: 1, currentIsAuto: false, sourceMissing: true, sourceConversionId };
    expect(await read(id)).toMatchObject(orphan);
    expect(await patch(id, { metric: 'orders' })).toMatchObject({ ...orphan, metric: 'orders' });
    const unbound = { current: 1, sourceMissing: false, sourceConversionId: null };
    expect(await patch(id, { sourceConversionId: null })).toMatchObject(unbound);
  });
});

describe('the course', () => {
  const courseOf = async (id: string) => (await world.api.get(`/api/targets/${id}/course`)).body;

  it('of a bound target ends at the counted value', async () => {
    const type = uniqueName('counted');
    const { id } = await create({ sourceConversionId: await conversionOf(type) });
    await track(type);
    await track(type);
    const { days, projection, requiredPerDay } = await courseOf(id);
    expect(days[0]).toMatchObject({ date: new Date().toISOString().slice(0, 10), value: 2 });
    expect(days.slice(1).every(({ value }: { value: number | null }) => value === null)).toBe(true);
    expect(projection).toBeNull();
    expect(requiredPerDay).toBeGreaterThan(0);
    expect((await world.api.get('/api/targets/tgt_none/course')).status).toBe(404);
  });

  it('of a manual target keeps each value that was set, once, also the last count of a removed source', async () => {
    const { id } = await create({ current: 2 });
    const valuesOf = async (target: string) =>
      (await world.database('target_values').where({ target_id: target }).orderBy('number')).map(({ value }) => value);
    for (const current of [5, 5, 3]) await patch(id, { current });
    await patch(id, { unit: 'users' });
    expect(await valuesOf(id)).toEqual([2, 5, 3]);
    await world
      .database('target_values')
      .where({ target_id: id })
      .update({ at: world.database.raw(`now() - interval '2 days'`) });
    await world
      .database('targets')
      .where({ id })
      .update({ created_at: world.database.raw(`now() - interval '3 days'`) });
    await patch(id, { current: 8 });
    const { days } = await courseOf(id);
    expect(days.slice(0, 4).map(({ value }: { value: number | null }) => value)).toEqual([null, 3, 3, 8]);

    const type = uniqueName('unbound');
    const bound = await create({ sourceConversionId: await conversionOf(type) });
    await track(type);
    await patch(bound.id, { sourceConversionId: null });
    expect(await valuesOf(bound.id)).toEqual([1]);
  });
});

describe('goals', () => {
  it('are the older name of targets and are marked as deprecated', async () => {
    const made = await world.api.post('/api/goals', { ...base, description: 'x', unit: 'users' });
    const { id } = made.body;
    expect(made.body).toMatchObject({ ...base, unit: 'users', progress: 0 });
    const responses = [
      made,
      await world.api.get('/api/goals'),
      await world.api.get(`/api/goals/${id}`),
      await world.api.patch('/api/goals', { id, status: 'at_risk' }),
      await world.api.patch(`/api/goals/${id}`, { unit: null }),
      await world.api.patch('/api/goals', { id, status: 'lost' }),
      await world.api.delete(`/api/goals?id=${id}`),
      await world.api.delete(`/api/goals/${id}`),
    ];
    expect(responses.map(({ status }) => status)).toEqual([201, 200, 200, 200, 200, 400, 200, 404]);
    for (const { headers } of responses) {
      expect(headers.get('deprecation')).toMatch(/^@\d+$/);
      expect(headers.get('link')).toBe('</api/targets>; rel="successor-version"');
    }
    const plain = await world.api.get('/api/targets');
    expect([plain.headers.get('deprecation'), plain.headers.get('link')]).toEqual([null, null]);
    const { paths } = (await world.api.get('/api/openapi.json')).body;
    expect([paths['/api/goals'].get.deprecated, paths['/api/targets'].get.deprecated]).toEqual([true, undefined]);
  });
});
