import { hostOf, isInternalReferrer, noReferrerRules, withoutWww, type ReferrerRules } from './referrers';
import { sourceOfHost, sourceOfName, type SourceCategory } from './traffic-sources';

export const channels = [
  'direct',
  'organic_search',
  'paid_search',
  'organic_social',
  'paid_social',
  'email',
  'affiliates',
  'referral',
  'display',
  'organic_video',
  'paid_video',
  'sms',
  'ai_assistant',
  'other',
] as const;

export type Channel = (typeof channels)[number];

/** Stored as the channel of an event that continues the previous visit because of an internal or ignored referrer. */
export const internalVisit = 'internal';

/** The origin of a visit, from the page's address and its referrer. */
export interface Touch {
  channel: Channel;
  /**
   * `utm_source` as written. Without it, the source of the click ID or the referrer: a short name, or the referrer's
   * host.
   */
  source: string | null;
  medium: string | null;
  campaign: string | null;
  /** The page's address as sent, with query and fragment. */
  landingPage: string | null;
  /** Whether the visit has no campaign and an internal or ignored referrer. It then adds no touch. */
  isInternal: boolean;
}

/** Values from the query. `click` is the first click ID that is not a supplement, or else the first one. */
interface Tags {
  source: string | null;
  medium: string | null;
  campaign: string | null;
  click: Click | null;
  /** Whether the click ID is one of {@link supplements}. */
  isSupplement: boolean;
}

interface Click {
  source: string;
  medium: string;
  channel: Channel;
}

const paid = (source: string, channel: Channel): Click => ({ source, medium: 'cpc', channel });

/** Channels by click ID. Facebook adds `fbclid` to every link, not only to ads, so it does not mean paid traffic. */
const clickIds = new Map<string, Click>([
  ['gclid', paid('google', 'paid_search')],
  ['gbraid', paid('google', 'paid_search')],
  ['wbraid', paid('google', 'paid_search')],
  ['gad_source', paid('google', 'paid_search')],
  ['gclsrc', paid('google', 'paid_search')],
  ['msclkid', paid('bing', 'paid_search')],
  ['yclid', paid('yandex', 'paid_search')],
  ['dclid', { source: 'google', medium: 'display', channel: 'display' }],
  ['fbclid', { source: 'facebook', medium: 'social', channel: 'organic_social' }],
  ['igshid', { source: 'instagram', medium: 'social', channel: 'organic_social' }],
  ['igsh', { source: 'instagram', medium: 'social', channel: 'organic_social' }],
  ['ttclid', paid('tiktok', 'paid_social')],
  ['twclid', paid('twitter', 'paid_social')],
  ['li_fat_id', paid('linkedin', 'paid_social')],
  ['rdt_cid', paid('reddit', 'paid_social')],
  ['ScCid', paid('snapchat', 'paid_social')],
]);

/** Google adds these next to the click IDs of all its products. They count only if there is no other click ID. */
const supplements = new Set(['gad_source', 'gclsrc']);

/** Query parameters that mark a visit as campaign traffic. */
export const campaignParameters = {
  tags: ['utm_source', 'utm_medium', 'utm_campaign'],
  clicks: [...clickIds.keys()],
} as const;

const byPaidCategory: Partial<Record<SourceCategory, Channel>> = {
  search: 'paid_search',
  social: 'paid_social',
  video: 'paid_video',
};
const byCategory: Record<SourceCategory, Channel> = {
  search: 'organic_search',
  social: 'organic_social',
  video: 'organic_video',
  assistant: 'ai_assistant',
  mail: 'email',
};
const mediumByCategory: Record<SourceCategory, string> = {
  search: 'organic',
  social: 'referral',
  video: 'referral',
  assistant: 'ai-assistant',
  mail: 'email',
};
const emailWords = ['email', 'e-mail', 'e_mail', 'e mail'];
/** Channels by medium, for media that imply a channel regardless of the source. */
const byMedium = new Map<string, Channel>([
  ...['social', 'social-network', 'social-media', 'sm', 'social network', 'social media'].map(
    (medium) => [medium, 'organic_social'] as const,
  ),
  ['ai-assistant', 'ai_assistant'],
  ['organic', 'organic_search'],
  ...['referral', 'app', 'link'].map((medium) => [medium, 'referral'] as const),
  ...emailWords.map((medium) => [medium, 'email'] as const),
  ['affiliate', 'affiliates'],
  ['affiliates', 'affiliates'],
  ['sms', 'sms'],
]);
const bySource = new Map<string, Channel>([
  ...emailWords.map((source) => [source, 'email'] as const),
  ['sms', 'sms'],
  ['direct', 'direct'],
]);
const displayMedia = new Set(['display', 'banner', 'expandable', 'interstitial', 'cpm']);
/** Values that tracking tools write for an empty field. */
const nothing = new Set(['', '(not set)', '(none)', '(direct)']);

/**
 * Returns the channel, source, medium and campaign of a visit, following Google Analytics 4's default channel groups.
 * UTM parameters take precedence over click IDs, and click IDs over the referrer. A referrer on the page's own
 * registrable domain is ignored, as are those of `rules`.
 *
 * Two GA4 groups without a channel here use the next matching rule: cross-network traffic gets the channel of its
 * source, and a link from a shop is a referral. Audio, push, other paid and unassigned traffic is `other`.
 *
 * Never throws: an invalid address is read as far as possible.
 * Source: support.google.com/analytics/answer/9756891, with the AI assistants of 2026.
 */
export function touchOf(
  { url, referrer }: { url: string | null; referrer: string | null },
  rules: ReferrerRules = noReferrerRules,
): Touch {
  const tags = readTags(url);
  const { campaign, click } = tags;
  const isTagged = tags.source !== null || tags.medium !== null;
  const { origin, isIgnored } = originOf(click, { url, referrer }, rules);
  const source = tags.source ?? origin?.source ?? null;
  if (isTagged) {
    // The referrer says nothing about the medium of a tagged visit: use only the tags and the click ID.
    const medium = tags.medium ?? click?.medium ?? null;
    return {
      channel: taggedChannel(tags, source, medium),
      medium,
      source,
      campaign,
      landingPage: url,
      isInternal: false,
    };
  }
  const { channel, medium } = origin ?? { channel: campaign === null ? 'direct' : 'other', medium: null };
  return { channel, medium, source, campaign, landingPage: url, isInternal: isIgnored && campaign === null };
}

/** Returns the origin of a visit: from the click ID, or else from the referrer. */
function originOf(
  click: Click | null,
  { url, referrer }: { url: string | null; referrer: string | null },
  rules: ReferrerRules,
): { origin: Click | null; isIgnored: boolean } {
  const host = click === null ? hostOf(referrer) : null;
  if (host === null) return { origin: click, isIgnored: false };
  const isIgnored = isInternalReferrer(host, hostOf(url), rules);
  return { origin: isIgnored ? null : originOfHost(host), isIgnored };
}

/**
 * Returns the channel of the tags. If they match no channel, uses the source of the click ID or the referrer, then the
 * channel of the click ID.
 */
function taggedChannel(tags: Tags, source: string | null, medium: string | null): Channel {
  const channel = channelOf(lower(tags.source), lower(medium));
  if (channel !== 'other') return channel;
  const completed = tags.source === null ? channelOf(lower(source), lower(medium)) : 'other';
  return completed === 'other' ? (tags.click?.channel ?? 'other') : completed;
}

const isPaid = (medium: string): boolean =>
  medium.includes('cp') || medium === 'ppc' || medium === 'retargeting' || medium.startsWith('paid');

const lower = (text: string | null): string => (text ?? '').toLowerCase();

/** Applies GA4's rules for tagged traffic, in their order. Both arguments are lower case. */
function channelOf(source: string, medium: string): Channel {
  const category = sourceOfName(source)?.category;
  if (isPaid(medium)) {
    const channel = category && byPaidCategory[category];
    return channel ?? (displayMedia.has(medium) ? 'display' : 'other');
  }
  if (displayMedia.has(medium)) return 'display';
  if (category) return byCategory[category];
  if (medium.includes('video')) return 'organic_video';
  return byMedium.get(medium) ?? bySource.get(source) ?? 'other';
}

function originOfHost(host: string): Click {
  const known = sourceOfHost(host);
  if (!known) return { source: withoutWww(host), medium: 'referral', channel: 'referral' };
  return { source: known.name, medium: mediumByCategory[known.category], channel: byCategory[known.category] };
}

function readTags(url: string | null): Tags {
  const tags: Tags = { source: null, medium: null, campaign: null, click: null, isSupplement: false };
  const query = url === null ? -1 : url.indexOf('?');
  if (url === null || query === -1) return tags;
  const fragment = url.indexOf('#');
  if (fragment !== -1 && fragment < query) return tags;
  for (const pair of url.slice(query + 1, fragment === -1 ? undefined : fragment).split('&')) readTag(tags, pair);
  return tags;
}

/** Stores a campaign parameter. Only the first value of each name counts; a parameter without a value is ignored. */
function readTag(tags: Tags, pair: string): void {
  const equals = pair.indexOf('=');
  if (equals < 1 || equals === pair.length - 1) return;
  const name = pair.slice(0, equals);
  if (name === 'utm_source') tags.source ??= readValue(pair.slice(equals + 1));
  else if (name === 'utm_medium') tags.medium ??= readValue(pair.slice(equals + 1));
  else if (name === 'utm_campaign') tags.campaign ??= readValue(pair.slice(equals + 1));
  else if (tags.click === null || tags.isSupplement) readClick(tags, name);
}

function readClick(tags: Tags, name: string): void {
  const click = clickIds.get(name);
  const isSupplement = supplements.has(name);
  if (click === undefined || (isSupplement && tags.click !== null)) return;
  tags.click = click;
  tags.isSupplement = isSupplement;
}

/** A value that needs no decoding. */
const plainValue = /^[A-Za-z0-9_-]+$/;

function readValue(encoded: string): string | null {
  if (plainValue.test(encoded)) return encoded;
  let text = encoded.replaceAll('+', ' ');
  try {
    text = decodeURIComponent(text);
  } catch {
    // Keep the raw text: it still distinguishes the campaign from others.
  }
  text = text.replaceAll('\0', '').trim();
  return nothing.has(text.toLowerCase()) ? null : text;
}
