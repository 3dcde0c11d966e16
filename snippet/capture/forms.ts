import { classesOf, elementPath, isIgnored, ancestorsOf } from './element-path';
import { native } from '../native';
import { placeOf } from './place';

/** The recorded data of a form: its place and name in the page, and its target. Never the field values. */
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

const identifying = 'input[data-apex-identify]:not([type=password i])';

/** Returns null if the submit is not valid. Forms with `novalidate` submit any content. */
export function describeSubmit(target: EventTarget | null): SubmittedForm | null {
  if (!(target instanceof HTMLFormElement)) return null;
  const form = native(target, HTMLFormElement);
  if (form.matches(':invalid') || isIgnored(ancestorsOf(target))) return null;
  const marked = [...form.elements].find((field): field is HTMLInputElement => field.matches(identifying));
  return {
    // Attributes, because the `action` property is never empty, and `id` and `name` may be absent.
    data: {
      id: form.getAttribute('id') || undefined,
      name: form.getAttribute('name') || undefined,
      // Without an action the form submits to its page, regardless of the base URL.
      action: placeOf(form.getAttribute('action') || location.href)?.path,
      classes: classesOf(form),
      path: elementPath(target),
    },
    email: marked?.value.trim() || undefined,
  };
}
