import type { TransactionalTemplate } from '../email/render-transactional';

const figures =
  'Visitors: {{ visitors }}\n' +
  'New leads: {{ leads }}\n' +
  'Journey goals reached: {{ conversions }}\n' +
  'Messages sent: {{ messages }}\n' +
  'Experiments running: {{ experiments }}{% if channels != blank %}\n' +
  'Top channels: {{ channels }}{% endif %}';

/** Adds the week's figures to the catalog's digest. Templates of workspaces can use the same variables. */
export const withFigures = (template: TransactionalTemplate): TransactionalTemplate => ({
  ...template,
  slots: { ...template.slots, body: `${template.slots.body}\n\n${figures}` },
});
