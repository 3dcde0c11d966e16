import { html, type Html } from './html';

/** Forms of pages, as form-script.ts sends them. */

export interface Field {
  name: string;
  label: string;
  type: 'text' | 'email' | 'password';
  /** A line below the field. */
  hint?: string;
  autocomplete: string;
  required: boolean;
  minLength?: number;
  maxLength: number;
}

export interface PostForm {
  /** The route that takes the fields as a JSON object; fields left empty are left out. */
  post: string;
  /** Values that go along. */
  values: Record<string, string>;
  fields: readonly Field[];
  button: string;
}

/** A form whose problems stand below it; what the page has as `done` takes its place when the route accepts. */
export const postForm = ({ post, values, fields, button }: PostForm): Html =>
  html`<form method="post" data-post="${post}">
      ${Object.entries(values).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
      ${fields.map(fieldOf)}
      <button>${button}</button>
      <p role="alert"></p>
    </form>
    <noscript><p>This form needs JavaScript.</p></noscript>`;

function fieldOf(field: Field): Html {
  const { name, label, type, hint = '', autocomplete, required, minLength = 0, maxLength } = field;
  return html`<label for="${name}">${label}</label>
    <input
      id="${name}"
      name="${name}"
      type="${type}"
      autocomplete="${autocomplete}"
      aria-describedby="${name}-hint"
      minlength="${minLength}"
      maxlength="${maxLength}"
      ${required ? 'required' : ''}
    />
    <p class="hint" id="${name}-hint">${hint}</p>`;
}
