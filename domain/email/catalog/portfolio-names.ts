import { scopeOf } from '../variables';

/** Maps each variable name of the portfolio templates to its other name. */
const synonyms = [
  ['approve_url', 'portfolio_url'],
  ['portfolio_url', 'approve_url'],
  ['requester_name', 'granter_name'],
  ['granter_name', 'requester_name'],
] as const;

const templates = ['portfolio-access-request', 'portfolio-access-approved'];

/** Returns the variables of a send. In portfolio templates, a value under one name is copied to the other name. */
export function withSynonyms(templateId: string, variables: Record<string, unknown>): Record<string, unknown> {
  if (!templates.includes(templateId)) return variables;
  const scope = scopeOf(variables);
  const completed = { ...variables };
  for (const [name, other] of synonyms) {
    if (scope[name] === undefined && scope[other] !== undefined) completed[name] = scope[other];
  }
  return completed;
}
