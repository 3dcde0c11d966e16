import { withAnomaly } from '../analytics/anomaly-text';
import { withFigures } from '../digest/digest-template';
import { findCatalogTemplate } from '../email/catalog/catalog';
import type { TransactionalTemplate } from '../email/render-transactional';
import { audienceOf, type MemberNotice } from './member-notice';

/** What concerns the user's account: it cannot be turned off. */
type AccountTemplate = 'invite' | 'invite-accepted' | 'password-reset';

/** The built-in template of a notice. */
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

/** How to turn a message off, where that is possible. A sentence, no link: it needs a sign-in. */
const withHint = (template: TransactionalTemplate): TransactionalTemplate => ({
  ...template,
  slots: {
    ...template.slots,
    body: `${template.slots.body}\n\nYou get this as a member of {{ org_name }}. Your notification settings say which of these messages you get.`,
  },
});
