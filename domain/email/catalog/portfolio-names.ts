import { scopeOf } from '../variables';

/** Each name of a variable of the portfolio templates, and its other name. */
const synonyms = [
  ['approve_url', 'portfolio_url'],
  ['portfolio_url', 'approve_url'],
  ['requester_name', 'granter_name'],
  ['granter_name', 'requester_name'],
] as const;

const templates = ['portfolio-access-request', 'portfolio-access-approved'];

/** Returns the variables of a send. Those of a portfolio template have a value under both names if one name has it. */
export function withSynonyms(templateId: string, variables: Record<string, unknown>): Record<string, unknown> {
  if (!templates.includes(templateId)) return variables;
  const scope = scopeOf(variables);
  const completed = { ...variables };
  for (const [name, other] of synonyms) {
    if (scope[name] === undefined && scope[other] !== undefined) completed[name] = scope[other];
  }
  return completed;
}
