import { createAudience } from '../../operations/audiences/audiences';
import { addEvidence } from '../../operations/beliefs/evidence';
import { createBelief } from '../../operations/beliefs/beliefs';
import { createConversion } from '../../operations/conversions/conversions';
import { createTarget } from '../../operations/targets/targets';
import { updateWorkspace } from '../../operations/workspaces/workspaces';
import type { BeliefKey, ConversionKey } from './experiments';
import { setBack } from './set-back';
import { timezone } from './shop';
import type { Shop } from './shop-context';
import { historyDays, startOfDay } from './visits';

/** What the shop measures and believes, from the first day on. */

const conversions: Record<ConversionKey, Parameters<typeof createConversion>[2]> = {
  purchase: { name: 'Purchase', type: 'custom_event', eventName: 'purchase', isPrimary: true },
  signUp: { name: 'Newsletter sign-up', type: 'custom_event', eventName: 'signed_up' },
  cart: { name: 'Added to cart', type: 'custom_event', eventName: 'added_to_cart' },
  gifts: { name: 'Gift guide read', type: 'pageview', targetUrl: '/gift-guide' },
};

interface ShopBelief {
  statement: string;
  confidence: number;
  tags: string[];
  subject: string;
  audience: string;
  owner: string;
  evidence: string[];
}

const beliefs: Record<BeliefKey, ShopBelief> = {
  shipping: {
    statement: 'Visitors buy more often when they know the shipping costs early',
    confidence: 0.6,
    tags: ['shipping', 'product pages'],
    subject: 'Shipping costs',
    audience: 'New visitors',
    owner: 'Growth',
    evidence: ['In six of eight interviews, shipping costs were the reason to leave the cart.'],
  },
  photos: {
    statement: 'Photos of products in use make more visitors add them to the cart',
    confidence: 0.55,
    tags: ['photos', 'product pages'],
    subject: 'Product photos',
    audience: 'All visitors',
    owner: 'Design',
    evidence: ['The photos of the spring catalog got more likes than those on white.'],
  },
  benefit: {
    statement: 'A headline with a benefit brings more sign-ups than our origin story',
    confidence: 0.5,
    tags: ['home page'],
    subject: 'Headline',
    audience: 'New visitors',
    owner: 'Growth',
    evidence: [],
  },
  firstMessage: {
    statement: 'Free shipping in the first message brings more first orders than our story',
    confidence: 0.5,
    tags: ['email', 'welcome'],
    subject: 'First message',
    audience: 'New subscribers',
    owner: 'Lifecycle',
    evidence: [],
  },
  reminders: {
    statement: 'A short reminder brings back more carts than a long one',
    confidence: 0.5,
    tags: ['email', 'cart'],
    subject: 'Cart reminder',
    audience: 'People with a full cart',
    owner: 'Lifecycle',
    evidence: ['Replies to the old reminder said that it was too long.'],
  },
};

/** Sets up the workspace, and returns the ids of its conversions and beliefs. */
export async function setUpShop(shop: Shop) {
  const { database, actor, workspaceId, now } = shop;
  await updateWorkspace({ database }, actor, {
    timezone,
    attributionModel: 'linear',
    personalAttributes: ['first_name', 'last_name'],
    sender: {
      name: 'Harbor Roasters',
      email: 'hello@shop.example.com',
      postalAddress: 'Kaistraße 4, 20457 Hamburg',
      accentColor: '#1f6f5c',
    },
  });
  const opened = new Date(startOfDay(now, 1 - historyDays));
  const conversionIds = await createAll(conversions, (given) => createConversion({ database }, actor, given));
  const beliefIds = await createAll(beliefs, (given) => createBelief({ database }, actor, given));
  for (const audience of audiences) await createAudience({ database }, actor, audience);
  const ofWorkspace = { workspace_id: workspaceId };
  const past = { created_at: opened, updated_at: opened };
  await database('conversions').where(ofWorkspace).update(past);
  await database('audiences').where(ofWorkspace).update(past);
  await database('beliefs').where(ofWorkspace).update(past);
  await database('belief_confidences').where(ofWorkspace).whereNull('evidence_id').update({ at: opened });
  await database('workspaces').where({ id: workspaceId }).update({ created_at: opened });
  await setBack(shop, opened.getTime());
  await createTargets(shop, conversionIds);
  await addObservations(shop, beliefIds);
  return { conversionIds, beliefIds };
}

async function createAll<Key extends string, Given>(
  all: Record<Key, Given>,
  create: (given: Given) => Promise<string>,
): Promise<Record<Key, string>> {
  const ids: [string, string][] = [];
  for (const [key, given] of Object.entries<Given>(all)) ids.push([key, await create(given)]);
  return Object.fromEntries(ids) as Record<Key, string>;
}

const audiences: Parameters<typeof createAudience>[2][] = [
  { name: 'Ordered in the last 60 days', condition: { event: 'purchase', within: 'P60D', atLeast: 1 } },
  {
    name: 'Dark roast lovers in Germany',
    condition: {
      all: [
        { field: 'attributes.favorite_roast', operator: 'equals', value: 'dark' },
        { field: 'attributes.country', operator: 'equals', value: 'DE' },
      ],
    },
  },
];

const dateOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** Evidence from outside of experiments. */
async function addObservations(shop: Shop, ids: Record<BeliefKey, string>) {
  const { database, actor, now } = shop;
  const observations = [
    { belief: 'shipping', type: 'observation', delta: 0.03, sampleSize: 240, day: -84 },
    { belief: 'benefit', type: 'external', delta: 0.012, sampleSize: 900, day: -40 },
    { belief: 'reminders', type: 'observation', delta: -0.01, sampleSize: 180, day: -62 },
  ] as const;
  for (const { belief, day, ...evidence } of observations) {
    const messageId = `${belief} ${day}`;
    await addEvidence({ database }, actor, ids[belief], { ...evidence, messageId });
    await setBack(shop, startOfDay(now, day) + 10 * 3_600_000);
  }
}

/** Values of the target that is kept by hand, by the day on which they were entered. */
const entered = [
  [-50, 1],
  [-41, 2],
  [-33, 4],
  [-20, 5],
  [-12, 7],
  [-5, 8],
] as const;

async function enterValues({ database, workspaceId, now }: Shop, targetId: string): Promise<void> {
  const target = { workspace_id: workspaceId, target_id: targetId };
  await database('target_values').where(target).delete();
  const rows = entered.map(([day, value]) => ({
    ...target,
    value,
    at: new Date(startOfDay(now, day) + 10 * 3_600_000),
  }));
  await database('target_values').insert(rows);
}

/** One target that is reached, one that is ahead, one that is late, and one that is kept by hand. */
async function createTargets(shop: Shop, ids: Record<ConversionKey, string>) {
  const { database, actor, workspaceId, now } = shop;
  const targets = [
    { metric: 'Purchases in 90 days', target: 1_000, source: ids.purchase, unit: 'orders', from: -88, to: 5 },
    {
      metric: 'Newsletter sign-ups this quarter',
      target: 1_500,
      source: ids.signUp,
      unit: 'people',
      from: -60,
      to: 30,
    },
    { metric: 'Readers of the gift guide', target: 4_000, source: ids.gifts, unit: 'readers', from: -30, to: 20 },
    { metric: 'Wholesale customers', target: 20, current: 8, source: null, unit: 'cafés', from: -50, to: 40 },
  ];
  for (const { source, from, to, ...target } of targets) {
    const deadline = dateOf(startOfDay(now, to));
    const id = await createTarget({ database }, actor, { ...target, deadline, sourceConversionId: source });
    const since = new Date(startOfDay(now, from));
    await database('targets').where({ workspace_id: workspaceId, id }).update({ created_at: since, updated_at: since });
    await setBack(shop, since.getTime());
    if (source === null) await enterValues(shop, id);
  }
}
