import { formatSealedToken, readSealedToken } from '../tokens/sealed-token';

/** The message that a pixel or a link belongs to. */
export interface TrackedSend {
  workspaceId: string;
  sendId: string;
}

/** A link of a message. */
export interface TrackedLink extends TrackedSend {
  /** Its place among the tracked links of the message, from 1. */
  ordinal: number;
  /** Where it leads, as the message had it. */
  url: string;
}

export const formatOpenToken = (secret: string, { workspaceId, sendId }: TrackedSend): string =>
  formatSealedToken(secret, 'open', `${workspaceId}.${sendId}`);

export const formatClickToken = (secret: string, { workspaceId, sendId, ordinal, url }: TrackedLink): string =>
  formatSealedToken(secret, 'click', `${workspaceId}.${sendId}.${ordinal}.${url}`);

/** The message of a genuine token, else null. */
export function readOpenToken(secret: string, token: string): TrackedSend | null {
  const [workspaceId, sendId] = readSealedToken(secret, 'open', token)?.split('.') ?? [];
  return workspaceId === undefined || sendId === undefined ? null : { workspaceId, sendId };
}

/** The link of a genuine token, else null. */
export function readClickToken(secret: string, token: string): TrackedLink | null {
  const parts = /^([^.]+)\.([^.]+)\.(\d{1,6})\.(https?:\/\/.+)$/is.exec(readSealedToken(secret, 'click', token) ?? '');
  if (parts === null) return null;
  const [, workspaceId = '', sendId = '', ordinal = '', url = ''] = parts;
  return { workspaceId, sendId, ordinal: Number(ordinal), url };
}

/** A link's target without what may tell of a person or grant something: no user info, query or fragment. */
export function linkPath(url: string): string {
  const { protocol, host, pathname } = new URL(url);
  return `${protocol}//${host}${pathname}`.slice(0, 500);
}
