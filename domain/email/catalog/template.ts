import { readTemplates } from '../content-references';
import type { TransactionalTemplate } from '../render-transactional';

export interface CatalogVariable {
  name: string;
  required: boolean;
  example: string | number;
}

/** A built-in template, used by its name. */
export interface CatalogTemplate {
  name: string;
  description: string;
  variables: CatalogVariable[];
  content: TransactionalTemplate;
  /** Whether opens and clicks are counted. */
  tracking: boolean;
}

type Words = Record<'subject' | 'headline' | 'body' | 'ctaLabel' | 'ctaUrl', string>;

/** Creates a template from slots. A variable with a name that ends in `?` is optional. */
export function catalogTemplate(
  name: string,
  description: string,
  variables: Record<string, string | number>,
  { tracking = true, plainLink = false, ...slots }: Words & { tracking?: boolean; plainLink?: boolean },
): CatalogTemplate {
  const listed = Object.entries(variables).map(([key, example]) => ({
    name: key.replace('?', ''),
    required: !key.endsWith('?'),
    example,
  }));
  const { references } = readTemplates({ slots, html: null, text: null });
  const optional = listed.filter(({ required }) => !required).map((variable) => variable.name);
  return {
    name,
    description,
    variables: listed,
    content: { slots, html: null, text: null, plainLink, optional, references },
    tracking,
  };
}
