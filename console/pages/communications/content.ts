import type { Schemas } from '../../api/client';

type Communication = Schemas['Communication'];

/** Editable fields of a communication. */
export type Draft = Pick<Communication, 'name' | 'commType' | 'slots' | 'html' | 'text' | 'tracking'>;

export const emptyDraft: Draft = {
  ...{ name: '', commType: 'marketing', html: null, text: null, tracking: true },
  slots: { subject: '', headline: '', body: '', ctaLabel: '', ctaUrl: '' },
};

export const draftOf = ({ name, commType, slots, html, text, tracking }: Communication): Draft => ({
  ...{ name, commType, slots, html, text, tracking },
});

/** Fields that the preview renders. */
export const contentOf = ({ commType, slots, html, text }: Draft): Omit<Schemas['PreviewContent'], 'variables'> => ({
  ...{ commType, slots, html, text },
});
