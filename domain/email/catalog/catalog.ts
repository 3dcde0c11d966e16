import { accountTemplates } from './account-templates';
import { reportTemplates } from './report-templates';
import type { CatalogTemplate } from './template';

export type { CatalogTemplate };

/** The built-in templates in alphabetical order. */
export const catalogTemplates: readonly CatalogTemplate[] = [...accountTemplates, ...reportTemplates].sort(
  (one, other) => (one.name < other.name ? -1 : 1),
);

const byName = new Map(catalogTemplates.map((template) => [template.name, template]));

export const findCatalogTemplate = (name: string): CatalogTemplate | null => byName.get(name) ?? null;
