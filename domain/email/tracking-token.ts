import { formatSealedToken, readSealedToken } from '../tokens/sealed-token';

/** The message of a pixel or link. */
export interface TrackedSend {
  workspaceId: string;
  sendId: string;
}

export interface TrackedLink extends TrackedSend {
  /** Its position among the tracked links of the message, from 1. */
  ordinal: number;
  /** Its original target. */
  url: string;
}

export const formatOpenToken = (secret: string, { workspaceId, sendId }: TrackedSend): string =>
  formatSealedToken(secret, 'open', `${workspaceId}.${sendId}`);

export const formatClickToken = (secret: string, { workspaceId, sendId, ordinal, url }: TrackedLink): string =>
  formatSealedToken(secret, 'click', `${workspaceId}.${sendId}.${ordinal}.${url}`);

/** Returns the message of a valid token, or null. */
export function readOpenToken(secret: string, token: string): TrackedSend | null {
  const [workspaceId, sendId] = readSealedToken(secret, 'open', token)?.split('.') ?? [];
  return workspaceId === undefined || sendId === undefined ? null : { workspaceId, sendId };
}

/** Returns the link of a valid token, or null. */
export function readClickToken(secret: string, token: string): TrackedLink | null {
  const parts = /^([^.]+)\.([^.]+)\.(\d{1,6})\.(https?:\/\/.+)$/is.exec(readSealedToken(secret, 'click', token) ?? '');
  if (parts === null) return null;
  const [, workspaceId = '', sendId = '', ordinal = '', url = ''] = parts;
  return { workspaceId, sendId, ordinal: Number(ordinal), url };
}

/** Removes user info, query and fragment from a link's target, because they may identify a person or grant access. */
export function linkPath(url: string): string {
  const { protocol, host, pathname } = new URL(url);
  return `${protocol}//${host}${pathname}`.slice(0, 500);
}
