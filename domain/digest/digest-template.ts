import type { TransactionalTemplate } from '../email/render-transactional';

const figures =
  'Visitors: {{ visitors }}\n' +
  'New leads: {{ leads }}\n' +
  'Goals of journeys reached: {{ conversions }}\n' +
  'Messages sent: {{ messages }}\n' +
  'Experiments running: {{ experiments }}' +
  '{% if channels != blank %}\nTop channels: {{ channels }}{% endif %}';

/** The catalog's digest with the figures of the week, which are variables for templates of workspaces, too. */
export const withFigures = (template: TransactionalTemplate): TransactionalTemplate => ({
  ...template,
  slots: { ...template.slots, body: `${template.slots.body}\n\n${figures}` },
});
