import { withAnomaly } from '../analytics/anomaly-text';
import { findCatalogTemplate } from '../email/catalog/catalog';
import type { TransactionalTemplate } from '../email/render-transactional';
import { audienceOf, type MemberNotice } from './member-notice';

/** Templates about the user's account, which cannot be turned off. */
type AccountTemplate = 'invite' | 'invite-accepted' | 'password-reset';

/** Returns the built-in template of a notice. That of a digest is made from its figures: see digest-message.ts. */
export function noticeTemplate(
  name: Exclude<MemberNotice['template'], 'weekly-digest'> | AccountTemplate,
): TransactionalTemplate {
  const template = findCatalogTemplate(name);
  if (template === null) throw new RangeError(`The catalog has no template "${name}".`);
  if (name === 'invite' || name === 'invite-accepted' || name === 'password-reset') return template.content;
  const content = name === 'anomaly-detected' ? withAnomaly(template.content) : template.content;
  return audienceOf(name) === 'owners_and_admins' ? content : withHint(content);
}

/** How to turn a notice off. It is a sentence without a link, because the settings require a sign-in. */
export const membershipHint =
  'You’re receiving this email because you are a member of {{ org_name }}. Choose which emails you receive in ' +
  'your notification settings.';

const withHint = (template: TransactionalTemplate): TransactionalTemplate => ({
  ...template,
  slots: { ...template.slots, body: `${template.slots.body}\n\n${membershipHint}` },
});
