import type { NewExperiment } from '../../../db/experiments/experiments';
import { confidenceOf } from '../../../domain/beliefs/update-confidence';
import { recordFoundEvidence } from '../../../operations/beliefs/evidence';
import { useWorld } from '../../support/world';
import { createExperiment } from '../../support/workspaces';

const world = useWorld({ temporal: false });

const believe = (fields: object = {}) =>
  world.api.post('/api/beliefs', { statement: 'Short forms convert', ...fields });
const pathOf = async (fields: object = {}): Promise<string> => `/api/beliefs/${(await believe(fields)).body.id}`;
const update = (path: string, body: object) => world.api.post(`${path}/update-confidence`, body);
const historyOf = async (path: string) => (await world.api.get(`${path}/history`)).body as Record<string, unknown>[];
const idOf = (path: string): string => path.split('/').at(-1) as string;
const nameOf = (path: string) => ({ workspaceId: world.demo.workspaceId, beliefId: idOf(path) });
const draft = async (fields: Partial<NewExperiment> = {}): Promise<string> => {
  const { database, demo } = world;
  return (await createExperiment(database, demo.workspaceId, { status: 'draft', ...fields })).id;
};
const auditOf = async (path: string) => {
  const rows = await world
    .database('audit_entries')
    .where({ subject_type: 'belief', subject_id: idOf(path) })
    .orderBy('id')
    .select<{ action: string }[]>('action');
  return rows.map(({ action }) => action);
};

describe('a belief', () => {
  it('is created with defaults, read, listed first, changed and deleted, with audit entries', async () => {
    await believe();
    const made = await believe({ tags: ['forms'] });
    expect(made).toMatchObject({
      status: 201,
      body: {
        statement: 'Short forms convert',
        claim: 'Short forms convert',
        confidence: 0.5,
        prior: 0.5,
        tags: ['forms'],
      },
    });
    expect(made.body).toMatchObject({ evidence: [], evidenceNotes: [], subject: null, audience: null, owner: null });
    const path = `/api/beliefs/${made.body.id}`;
    expect((await world.api.get(path)).body).toEqual(made.body);
    expect((await world.api.get('/api/beliefs')).body[0]).toEqual(made.body);
    const changed = await world.api.patch(path, {
      claim: 'Shorter is better',
      owner: 'Growth',
      evidence: ['Seen twice'],
    });
    expect(changed).toMatchObject({
      status: 200,
      body: { statement: 'Shorter is better', owner: 'Growth', evidenceNotes: ['Seen twice'], tags: ['forms'] },
    });
    expect((await world.api.patch(path, { owner: null })).body).toMatchObject({
      owner: null,
      statement: 'Shorter is better',
    });
    expect(await world.api.delete(path)).toMatchObject({ status: 200, body: { id: made.body.id, deleted: true } });
    expect(await auditOf(path)).toEqual(['belief.created', 'belief.updated', 'belief.updated', 'belief.deleted']);
    const gone = [
      await world.api.get(path),
      await historyOf(path).then(() => world.api.get(`${path}/history`)),
      await world.api.patch(path, {}),
      await update(path, { type: 'external', delta: 0.1 }),
      await world.api.delete(`${path}/evidence/evd_none`),
      await world.api.delete(path),
    ];
    expect(gone.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404]);
  });

  it('accepts the longer form', async () => {
    const long = { subject: 'Form', claim: 'Three fields', audience: 'New', owner: 'Growth', evidence: ['Interviews'] };
    const { body } = await world.api.post('/api/beliefs', { ...long, confidence: 0.7 });
    const { evidence: notes, ...fields } = long;
    expect(body).toMatchObject({
      ...fields,
      statement: 'Three fields',
      evidenceNotes: notes,
      evidence: [],
      confidence: 0.7,
    });
  });

  it.each([
    [{}, 'statement'],
    [{ statement: '' }, 'statement'],
    [{ statement: 'a', evidence: ['x'], evidenceNotes: ['y'] }, 'evidenceNotes'],
    [{ statement: 'a', confidence: 1.1 }, 'confidence'],
    [{ statement: 'a', confidence: '0.5' }, 'confidence'],
    [{ statement: 'a', tags: 'forms' }, 'tags'],
    [{ statement: 'a', evidence: [{ delta: 1 }] }, 'evidence.0'],
    [{ statement: 'a', wrong: 1 }, 'wrong'],
  ])('is refused: %j', async (body, path) => {
    const response = await world.api.post('/api/beliefs', body);
    expect(response).toMatchObject({ status: 400, body: { code: 'VALIDATION_ERROR' } });
    expect(response.body.details.map((detail: { path: string }) => detail.path)).toContain(path);
  });

  it('can have a different statement and claim, which change independently', async () => {
    const { body: made } = await world.api.post('/api/beliefs', { statement: 'Forms matter', claim: 'Three fields' });
    expect(made).toMatchObject({ statement: 'Forms matter', claim: 'Three fields' });
    const { body: changed } = await world.api.patch(`/api/beliefs/${made.id}`, { claim: 'Four fields' });
    expect(changed).toMatchObject({ statement: 'Forms matter', claim: 'Four fields' });
    const { body: read } = await world.api.get(`/api/beliefs/${made.id}`);
    expect(read).toMatchObject({ statement: 'Forms matter', claim: 'Four fields' });
  });

  it('accepts one text for statement and claim, and clamps a prior of 1', async () => {
    const made = await believe({ claim: 'Short forms convert', confidence: 1 });
    expect(made).toMatchObject({ status: 201, body: { confidence: 0.999, prior: 1 } });
  });
});

describe('update-confidence', () => {
  it('appends evidence and returns the new confidence; withdrawing evidence reverts it', async () => {
    const path = await pathOf();
    const experimentId = await draft();
    const first = await update(path, { type: 'experiment', experimentId, delta: 0.03, sampleSize: 4000 });
    expect(first.status).toBe(200);
    expect(first.body.confidence).toBeCloseTo(0.8456038575290044, 10);
    const second = (await update(path, { type: 'observation', delta: -0.2, sampleSize: 50 })).body;
    expect(second.evidence).toMatchObject([
      { type: 'experiment', experimentId, delta: 0.03, sampleSize: 4000, source: 'manual' },
      { type: 'observation', experimentId: null, delta: -0.2, sampleSize: 50, source: 'manual' },
    ]);
    const evidencePath = `${path}/evidence/${second.evidence[1].id}`;
    const undone = await world.api.delete(evidencePath);
    expect(undone).toMatchObject({
      status: 200,
      body: { confidence: first.body.confidence, evidence: first.body.evidence },
    });
    expect((await world.api.delete(evidencePath)).status).toBe(404);
    expect(await historyOf(path)).toMatchObject([
      { change: 'created', confidence: 0.5, evidenceId: null },
      { change: 'evidence', confidence: first.body.confidence, evidenceId: first.body.evidence[0].id },
      { change: 'evidence', confidence: second.confidence, evidenceId: second.evidence[1].id },
      { change: 'withdrawn', confidence: first.body.confidence, evidenceId: second.evidence[1].id },
    ]);
    expect(await auditOf(path)).toEqual([
      'belief.created',
      'belief.evidence_added',
      'belief.evidence_added',
      'belief.evidence_withdrawn',
    ]);
  });

  it('counts a message once per belief, even with parallel retries', async () => {
    const [path, other] = [await pathOf(), await pathOf()];
    const body = { type: 'external', delta: 0.1, sampleSize: 10, messageId: 'survey-7' };
    const responses = await Promise.all(Array.from({ length: 8 }, () => update(path, body)));
    expect(responses.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200));
    expect((await world.api.get(path)).body.evidence).toHaveLength(1);
    expect((await update(other, body)).body.evidence).toHaveLength(1);
    const [{ id }] = responses[0]?.body.evidence;
    await world.api.delete(`${path}/evidence/${id}`);
    expect((await update(path, body)).body).toMatchObject({ evidence: [], confidence: 0.5 });
  });

  it('keeps all concurrent updates, and their order does not change the confidence', async () => {
    const deltas = Array.from({ length: 24 }, (_, index) => (index - 9) / 100);
    const [path, other] = [await pathOf({ confidence: 0.3 }), await pathOf({ confidence: 0.3 })];
    await Promise.all(deltas.map((delta) => update(path, { type: 'observation', delta, sampleSize: 90 })));
    for (const delta of [...deltas].reverse()) await update(other, { type: 'observation', delta, sampleSize: 90 });
    const entries = deltas.map((delta) => ({ type: 'observation', delta, sampleSize: 90 }) as const);
    const { body } = await world.api.get(path);
    expect(body.evidence).toHaveLength(24);
    expect(body.confidence).toBe(confidenceOf(0.3, entries));
    expect((await world.api.get(other)).body.confidence).toBe(body.confidence);
    const history = await historyOf(path);
    expect(history).toHaveLength(25);
    expect(history.at(-1)).toMatchObject({ confidence: body.confidence });
    expect([...history].sort((a, b) => (String(a['at']) < String(b['at']) ? -1 : 1))).toEqual(history);
  });

  it('is recalculated when the prior changes', async () => {
    const path = await pathOf();
    await update(path, { type: 'observation', delta: 0.1, sampleSize: 100 });
    const { body } = await world.api.patch(path, { prior: 0.2 });
    expect(body.confidence).toBe(confidenceOf(0.2, [{ type: 'observation', delta: 0.1, sampleSize: 100 }]));
    expect((await historyOf(path)).at(-1)).toMatchObject({ change: 'prior', confidence: body.confidence });
  });

  it.each([
    [{ delta: 0.1 }, 'type'],
    [{ type: 'rumour', delta: 0.1 }, 'type'],
    [{ type: 'observation' }, 'delta'],
    [{ type: 'observation', delta: 1.01 }, 'delta'],
    [{ type: 'observation', delta: -1.01 }, 'delta'],
    [{ type: 'observation', delta: null }, 'delta'],
    [{ type: 'observation', delta: 0.1, sampleSize: -5 }, 'sampleSize'],
    [{ type: 'experiment', delta: 0.1 }, 'experimentId'],
    [{ type: 'experiment', delta: 0.1, experimentId: 'exp_none' }, 'experimentId'],
    [{ type: 'observation', delta: 0.1, weight: 2 }, 'weight'],
  ])('refuses %j', async (body, path) => {
    const belief = await pathOf();
    const response = await update(belief, body);
    expect(response).toMatchObject({ status: 400, body: { code: 'VALIDATION_ERROR' } });
    expect(response.body.details.map((detail: { path: string }) => detail.path)).toContain(path);
    expect((await world.api.get(belief)).body.evidence).toEqual([]);
  });

  it('treats a sample size of 0 as 1', async () => {
    const response = await update(await pathOf(), { type: 'observation', delta: 0.1, sampleSize: 0 });
    const [of0, of1] = [0, 1].map((sampleSize) => confidenceOf(0.5, [{ type: 'observation', delta: 0.1, sampleSize }]));
    expect([response.status, response.body.confidence, of0]).toEqual([200, of1, of1]);
  });

  it('accepts extreme values and keeps the confidence between 0 and 1', async () => {
    const path = await pathOf();
    const { body } = await update(path, { type: 'external', delta: 1, sampleSize: 1e308 });
    expect(body.confidence).toBe(1 - 1e-6);
  });
});

describe('automatic evidence', () => {
  it('of a completed experiment counts once, even after it was withdrawn', async () => {
    const path = await pathOf();
    const experimentId = await draft();
    const found = { ...nameOf(path), experimentId, delta: 0.02, sampleSize: 900 };
    await Promise.all([recordFoundEvidence(world, found), recordFoundEvidence(world, found)]);
    await recordFoundEvidence(world, { ...found, delta: 0.5 });
    const { body } = await world.api.get(path);
    expect(body.evidence).toMatchObject([{ experimentId, delta: 0.02, sampleSize: 900, source: 'experiment' }]);
    await world.api.delete(`${path}/evidence/${body.evidence[0].id}`);
    await recordFoundEvidence(world, found);
    expect((await world.api.get(path)).body).toMatchObject({ evidence: [], confidence: 0.5 });
  });

  it('of a journey step is one entry that is updated, and the history keeps every change', async () => {
    const path = await pathOf();
    const found = { ...nameOf(path), journeyId: 'jrn_1', stepId: 'split' };
    for (const [delta, sampleSize] of [
      [0.1, 200],
      [0.1, 200],
      [0.08, 400],
    ] as const) {
      await recordFoundEvidence(world, { ...found, delta, sampleSize });
    }
    const { body } = await world.api.get(path);
    expect(body.evidence).toMatchObject([
      { type: 'experiment', source: 'journey', journeyId: 'jrn_1', stepId: 'split', delta: 0.08, sampleSize: 400 },
    ]);
    expect(body.confidence).toBe(confidenceOf(0.5, [{ type: 'experiment', delta: 0.08, sampleSize: 400 }]));
    expect((await historyOf(path)).map(({ change }) => change)).toEqual(['created', 'evidence', 'evidence']);
    await world.api.delete(`${path}/evidence/${body.evidence[0].id}`);
    await recordFoundEvidence(world, { ...found, delta: 0.09, sampleSize: 500 });
    expect((await world.api.get(path)).body.evidence).toEqual([]);
    expect((await historyOf(path)).at(-1)).toMatchObject({ change: 'withdrawn', confidence: 0.5 });
  });

  it('for a deleted belief is ignored; experiments continue without the belief', async () => {
    const path = await pathOf();
    const experimentId = await draft({ beliefId: idOf(path) });
    await world.api.delete(path);
    const row = await world.database('experiments').where({ id: experimentId }).first<{ belief_id: null }>('belief_id');
    expect(row).toEqual({ belief_id: null });
    await recordFoundEvidence(world, { ...nameOf(path), experimentId, delta: 0.02, sampleSize: 900 });
    expect(await world.database('belief_evidence').where({ belief_id: idOf(path) })).toEqual([]);
  });
});

describe('what a belief rests on', () => {
  it('is named: the source of each entry, the confidence before it, and the tests that use the belief', async () => {
    const path = await pathOf();
    expect((await world.api.get(path)).body.freshness).toEqual({
      state: 'untested',
      lastEvidenceAt: null,
      testAgainAt: null,
    });
    const experimentId = await draft({ name: 'Short form', beliefId: idOf(path) });
    await recordFoundEvidence(world, { ...nameOf(path), experimentId, delta: 0.02, sampleSize: 900 });
    const steps = [
      { id: 'split', kind: 'experiment', beliefId: idOf(path), arms: [{ id: 'a', weight: 1 }], next: 'end' },
      { id: 'end', kind: 'exit', reason: 'done' },
    ];
    const journey = (await world.api.post('/api/journeys', { name: 'Welcome' })).body.id;
    await world
      .database('journey_drafts')
      .where({ journey_id: journey })
      .update({ steps: JSON.stringify(steps) });
    const { body } = await world.api.get(path);
    expect(body.evidence).toMatchObject([{ experimentId, experimentName: 'Short form', journeyName: null }]);
    expect(await historyOf(path)).toMatchObject([
      { change: 'created', previousConfidence: null, evidence: null },
      { change: 'evidence', previousConfidence: 0.5, evidence: body.evidence[0] },
    ]);
    expect((await world.api.get(`${path}/uses`)).body).toEqual({
      experiments: [{ id: experimentId, name: 'Short form', status: 'draft' }],
      journeys: [{ id: journey, name: 'Welcome', status: 'draft' }],
    });
    expect((await world.api.get('/api/beliefs/blf_none/uses')).status).toBe(404);
  });

  it('is stale 180 days after the newest entry, by its own time', async () => {
    const path = await pathOf();
    const evidence = (await update(path, { type: 'observation', delta: 0.1 })).body;
    const [{ timestamp }] = evidence.evidence;
    const testAgainAt = new Date(Date.parse(timestamp) + 180 * 86_400_000).toISOString();
    expect(evidence.freshness).toEqual({ state: 'fresh', lastEvidenceAt: timestamp, testAgainAt });
    const aged = world.database.raw(`now() - interval '181 days'`);
    await world
      .database('belief_evidence')
      .where({ belief_id: idOf(path) })
      .update({ recorded_at: aged });
    expect((await world.api.get(path)).body.freshness.state).toBe('stale');
  });
});
