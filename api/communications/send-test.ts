import { findUser } from '../../db/accounts/accounts';
import { newId } from '../../db/connection/ids';
import { isSuppressed } from '../../db/email/suppressions';
import { findWorkspace, recordTestEmail } from '../../db/workspaces/workspaces';
import { findCatalogTemplate } from '../../domain/email/catalog/catalog';
import type { DeliveryResult } from '../../domain/email/delivery-outcome';
import { messageSenderOf } from '../../domain/senders/mailboxes';
import { AppError, conflict, invalid } from '../../domain/errors';
import type { Actor } from '../route';
import { providerPaused } from '../provider-paused';
import type { Services } from '../services';
import { findContent, previewCommunication } from './preview';

/**
 * Sends a communication to the caller, once, with "[Test]" before the subject. It is no send of a person: it is not counted or
 * tried again, and only the time of the workspace's first test is recorded. Variables that are not given are the catalog's examples, for its templates.
 * @returns an id that the message carries, and where it went
 * @throws AppError VALIDATION_ERROR for a server key, which has no address; NOT_FOUND; CONFLICT for a suppressed address;
 * SERVICE_UNAVAILABLE when the provider does not take it
 */
export async function sendTest(
  services: Pick<Services, 'database' | 'mailer' | 'publicUrl' | 'threads'>,
  { workspaceId, userId }: Pick<Actor, 'workspaceId' | 'userId'>,
  { id, variables }: { id: string; variables: Record<string, unknown> },
): Promise<{ id: string; to: string; status: 'sent' }> {
  await findContent(services.database, workspaceId, id);
  const user = userId === null ? null : await findUser(services.database, { id: userId });
  if (user === null) throw invalid('A server key has no email address. Sign in, or use a user key.');
  const message = await previewCommunication(
    services,
    { workspaceId, id },
    { ...examplesFor(id, variables), ...variables },
  );
  if (await isSuppressed(services.database, workspaceId, user.email)) {
    throw conflict('Your address is suppressed in this workspace. Remove the suppression to receive test emails.');
  }
  const sendId = newId('send');
  const admission = await services.mailer.admit(sendId);
  if (admission.kind === 'paused') throw providerPaused(admission.retryAfterMs);
  const workspace = await findWorkspace(services.database, workspaceId);
  const sender = workspace === null ? null : messageSenderOf(workspace);
  const { html, text } = message;
  const outgoing = {
    sendId,
    to: user.email,
    subject: `[Test] ${message.subject}`.trim(),
    html,
    text,
    headers: {},
    sender,
  };
  const result = await services.mailer.deliver(outgoing);
  if (result.kind !== 'accepted') throw notTaken(result.kind);
  await recordTestEmail(services.database, workspaceId);
  return { id: sendId, to: user.email, status: 'sent' };
}

/** Examples of what was not given in any spelling; two spellings that differ would be refused. */
function examplesFor(id: string, variables: Record<string, unknown>): Record<string, unknown> {
  const given = new Set(Object.keys(variables).map(spelledAlike));
  const listed = findCatalogTemplate(id)?.variables ?? [];
  return Object.fromEntries(
    listed.filter(({ name }) => !given.has(spelledAlike(name))).map(({ name, example }) => [name, example]),
  );
}

const spelledAlike = (name: string): string => name.replaceAll('_', '').toLowerCase();

function notTaken(kind: Exclude<DeliveryResult['kind'], 'accepted'>): AppError {
  if (kind === 'unsupported_address')
    return conflict('The email provider does not support addresses with letters outside ASCII before the "@".');
  if (kind === 'rejected') return conflict('The email provider rejected the message or your address.');
  const message = 'The email provider did not confirm the message. Check your inbox before you try again.';
  return new AppError('SERVICE_UNAVAILABLE', message, { retryAfterSeconds: 5 });
}
