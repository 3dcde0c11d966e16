import { attributesTooLarge, mergeAttributes } from '../../../end-users/attributes-size';
import type { JsonObject } from '../../../json/schemas';
import type { StepOf } from '../../schemas';
import type { Circumstances, StepDecision, StepRules } from '../step-rules';

type UpdatePersonStep = StepOf<'update_person'>;
export type UpdatePersonPlan = Pick<UpdatePersonStep, 'id' | 'kind' | 'next'>;

export const updatePersonRules = {
  exits: ({ next }) => [{ field: 'next', to: next }],
  plan: ({ id, kind, next }): UpdatePersonPlan => ({ id, kind, next }),
  emptyFields: ({ id, attributes }) =>
    Object.keys(attributes).length === 0 ? [{ field: 'attributes', message: `Add an attribute to step "${id}".` }] : [],
  templates: ({ attributes }) => textsOf(attributes).map(([, text]) => text),
  publishProblems: ({ id, attributes }, { readTemplate }) =>
    textsOf(attributes).flatMap(([name, text]) => {
      const { problem, secrets } = readTemplate(text);
      const reason = problem ?? (secrets.length > 0 ? 'attributes cannot contain secrets' : null);
      const message = `The attribute "${name}" of step "${id}" cannot be used: ${reason}.`;
      return reason === null ? [] : [{ field: `attributes.${name}`, message }];
    }),
  reasons: {
    attributes_too_large: {
      title: 'Attributes too large',
      meaning: 'The attributes of the person would exceed 64 KB.',
      remedy: 'Remove attributes that are not needed, or shorten their values.',
    },
  },
} satisfies StepRules<UpdatePersonStep>;

const textsOf = (attributes: JsonObject): [name: string, text: string][] =>
  Object.entries(attributes).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []));

/** Renders the attributes. As in the API, their size limit does not apply to a change that only removes attributes. */
export function decideUpdatePerson(
  { attributes }: UpdatePersonStep,
  { isErased, facts, renderText }: Circumstances,
): StepDecision {
  if (isErased) return { outcome: { kind: 'skipped', reason: 'erased' } };
  const rendered: JsonObject = { ...attributes };
  for (const [name, source] of textsOf(attributes)) {
    const text = renderText(source);
    if (text === null) return { outcome: { kind: 'failed', reason: 'template_error' } };
    rendered[name] = text;
  }
  const adds = Object.values(rendered).some((value) => value !== null);
  if (adds && attributesTooLarge(mergeAttributes(facts.attributes, rendered)) !== null) {
    return { outcome: { kind: 'failed', reason: 'attributes_too_large' } };
  }
  return { outcome: { kind: 'done' }, attributes: rendered };
}
