import { withAnomaly } from '../analytics/anomaly-text';
import { withFigures } from '../digest/digest-template';
import { findCatalogTemplate } from '../email/catalog/catalog';
import type { TransactionalTemplate } from '../email/render-transactional';
import { audienceOf, type MemberNotice } from './member-notice';

/** Templates about the user's account, which cannot be turned off. */
type AccountTemplate = 'invite' | 'invite-accepted' | 'password-reset';

/** Returns the built-in template of a notice. */
export function noticeTemplate(name: MemberNotice['template'] | AccountTemplate): TransactionalTemplate {
  const template = findCatalogTemplate(name);
  if (template === null) throw new RangeError(`The catalog has no template "${name}".`);
  if (name === 'invite' || name === 'invite-accepted' || name === 'password-reset') return template.content;
  const content = withVariables(name, template.content);
  return audienceOf(name) === 'owners_and_admins' ? content : withHint(content);
}

function withVariables(name: MemberNotice['template'], content: TransactionalTemplate): TransactionalTemplate {
  if (name === 'weekly-digest') return withFigures(content);
  return name === 'anomaly-detected' ? withAnomaly(content) : content;
}

/** Adds how to turn the message off. It is a sentence without a link, because the settings require a sign-in. */
const withHint = (template: TransactionalTemplate): TransactionalTemplate => ({
  ...template,
  slots: {
    ...template.slots,
    body:
      `${template.slots.body}\n\n` +
      'You receive this email because you are a member of {{ org_name }}. Choose which emails you receive in ' +
      'your notification settings.',
  },
});
