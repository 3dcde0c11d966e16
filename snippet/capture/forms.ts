import { classesOf, elementPath } from './element-path';
import { placeOf } from './place';

/** What is recorded of a form: its place and name in the page, and where it goes. Never what was filled in. */
export interface SubmittedForm {
  data: {
    id: string | undefined;
    name: string | undefined;
    action: string | undefined;
    classes: string[];
    path: string;
  };
  /** From an input that the page marked with `data-apex-identify`, and from no other. */
  email: string | undefined;
}

/** Null for what is no valid submit: forms with `novalidate` submit whatever is in them. */
export function describeSubmit(form: EventTarget | null): SubmittedForm | null {
  if (!(form instanceof HTMLFormElement) || form.matches(':invalid') || form.closest('[data-apex-ignore]')) return null;
  const marked = Array.from(form.elements).find(
    (field): field is HTMLInputElement =>
      field instanceof HTMLInputElement && field.hasAttribute('data-apex-identify') && field.type !== 'password',
  );
  // Attributes, because a field named "id" or "action" hides the form's property.
  return {
    data: {
      id: form.getAttribute('id') || undefined,
      name: form.getAttribute('name') || undefined,
      // Without an action it goes to its page, whatever the base.
      action: placeOf(form.getAttribute('action') || location.href)?.path,
      classes: classesOf(form),
      path: elementPath(form),
    },
    email: marked?.value.trim() || undefined,
  };
}
