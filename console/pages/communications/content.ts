import type { Schemas } from '../../api/client';

type Communication = Schemas['Communication'];

/** What of a communication is typed. */
export type Draft = Pick<Communication, 'name' | 'commType' | 'slots' | 'html' | 'text' | 'tracking'>;

export const emptyDraft: Draft = {
  ...{ name: '', commType: 'marketing', html: null, text: null, tracking: true },
  slots: { subject: '', headline: '', body: '', ctaLabel: '', ctaUrl: '' },
};

export const draftOf = ({ name, commType, slots, html, text, tracking }: Communication): Draft => ({
  ...{ name, commType, slots, html, text, tracking },
});

/** What is rendered of it. */
export const contentOf = ({ commType, slots, html, text }: Draft): Omit<Schemas['PreviewContent'], 'variables'> => ({
  ...{ commType, slots, html, text },
});
