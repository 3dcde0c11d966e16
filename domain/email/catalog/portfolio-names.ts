import { scopeOf } from '../variables';

/** Names of the same variable in the two portfolio templates. */
const synonyms = [
  ['approve_url', 'portfolio_url'],
  ['requester_name', 'granter_name'],
] as const;

const templates = ['portfolio-access-request', 'portfolio-access-approved'];

/** Returns the variables of a send. Those of a portfolio template have a value under both names if one name has it. */
export function withSynonyms(templateId: string, variables: Record<string, unknown>): Record<string, unknown> {
  if (!templates.includes(templateId)) return variables;
  const scope = scopeOf(variables);
  const completed = { ...variables };
  for (const [one, other] of synonyms) {
    completed[one] ??= scope[one] ?? scope[other];
    completed[other] ??= scope[other] ?? scope[one];
  }
  return completed;
}
