import { findUser } from '../../db/accounts/accounts';
import { newId } from '../../db/connection/ids';
import { isSuppressed } from '../../db/email/suppressions';
import { findWorkspace, recordTestEmail } from '../../db/workspaces/workspaces';
import { findCatalogTemplate } from '../../domain/email/catalog/catalog';
import type { DeliveryResult } from '../../domain/email/delivery-outcome';
import { messageSenderOf } from '../../domain/senders/mailboxes';
import { AppError, conflict, invalid } from '../../domain/errors';
import type { Context } from '../ports';
import { reasonOfPostponement, sendPostponed } from '../sends/perform-send';
import { findContent, previewCommunication } from './preview-communication';

/**
 * Sends a communication to the caller once, with "[Test]" before the subject. The send is not counted, recorded or retried; only
 * the time of the workspace's first test is recorded. Missing variables get the examples of the catalog template.
 * @returns the id in the message's header, and the recipient
 * @throws AppError VALIDATION_ERROR for a server key, which has no address, or variables that cannot be rendered; NOT_FOUND;
 * CONFLICT for a suppressed address, or if the provider rejects the message; SERVICE_UNAVAILABLE if the provider is paused or
 * does not confirm the message
 */
export async function sendTest(
  context: Pick<Context, 'database' | 'mailer' | 'settings' | 'threads'>,
  { workspaceId, userId }: { workspaceId: string; userId: string | null },
  { id, variables }: { id: string; variables: Record<string, unknown> },
): Promise<{ id: string; to: string; status: 'sent' }> {
  const { database, mailer } = context;
  await findContent({ database }, workspaceId, id);
  const user = userId === null ? null : await findUser(database, { id: userId });
  if (user === null) throw invalid('A server key has no email address. Sign in, or use a user key.');
  const message = await previewCommunication(
    context,
    { workspaceId, id },
    { ...examplesFor(id, variables), ...variables },
  );
  if (await isSuppressed(database, workspaceId, user.email)) {
    throw conflict('Your address is suppressed in this workspace. Remove the suppression to receive test emails.');
  }
  const sendId = newId('send');
  const workspace = await findWorkspace(database, workspaceId);
  const sender = workspace === null ? null : messageSenderOf(workspace);
  const admission = await mailer.admit({ sendId, sender, isUrgent: true });
  if (admission.kind !== 'open') throw sendPostponed(reasonOfPostponement(admission), admission.retryAfterMs);
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
  const result = await mailer.deliver(outgoing);
  if (result.kind !== 'accepted') throw refusedByProvider(result.kind);
  await recordTestEmail(database, workspaceId);
  return { id: sendId, to: user.email, status: 'sent' };
}

/** Examples for missing variables. A variable in another spelling counts as given, because two spellings are refused. */
function examplesFor(id: string, variables: Record<string, unknown>): Record<string, unknown> {
  const given = new Set(Object.keys(variables).map(normalizedName));
  const listed = findCatalogTemplate(id)?.variables ?? [];
  return Object.fromEntries(
    listed.filter(({ name }) => !given.has(normalizedName(name))).map(({ name, example }) => [name, example]),
  );
}

const normalizedName = (name: string): string => name.replaceAll('_', '').toLowerCase();

function refusedByProvider(kind: Exclude<DeliveryResult['kind'], 'accepted'>): AppError {
  if (kind === 'unsupported_address')
    return conflict('The email provider does not support addresses with letters outside ASCII before the "@".');
  if (kind === 'rejected') return conflict('The email provider rejected the message or your address.');
  const message = 'The email provider did not confirm the message. Check your inbox before you try again.';
  return new AppError('SERVICE_UNAVAILABLE', message, { retryAfterSeconds: 5 });
}
