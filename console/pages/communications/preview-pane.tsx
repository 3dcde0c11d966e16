import { useEffect, useId, useRef } from 'react';
import { variableNames, type TypedVariables } from '../../format/preview-variables';
import type { Preview } from './use-preview';

interface Props {
  preview: Preview;
  variables: TypedVariables;
  onVariables: (variables: TypedVariables) => void;
  name: string;
}

/** Shows the message as a recipient would see it, with sample values. */
export function PreviewPane({ preview: { message, rendered, error, problems }, variables, onVariables, name }: Props) {
  const names = variableNames(message?.missing ?? [], variables);
  const marked = problems.length > 0;
  return (
    <section className="preview-pane" aria-labelledby="preview-heading">
      <h2 id="preview-heading">Preview</h2>
      <p className="preview-subject">
        <span className="quiet small">Subject</span> {message?.subject ?? ''}
      </p>
      {error !== null && (
        <p className="alert" role="status">
          {marked
            ? 'This cannot be rendered yet. Fix the marked field. The last valid preview is below.'
            : error.message}
        </p>
      )}
      {message?.warnings.map((warning) => (
        <p className="notice warn small" key={warning}>
          {warning}
        </p>
      ))}
      <Frame content={rendered} name={name} />
      {names.length > 0 && <Variables {...{ names, variables, onVariables }} missing={message?.missing ?? []} />}
    </section>
  );
}

function Variables({ names, variables, onVariables, missing }: VariableProps) {
  const id = useId();
  return (
    <fieldset className="field group">
      <legend>Preview values</legend>
      <p className="hint">Sent messages use each person’s own values. Empty fields are left blank.</p>
      {names.map((variable) => (
        <div className="field" key={variable}>
          <label htmlFor={`${id}-${variable}`} className="mono">
            {variable}
          </label>
          <input
            id={`${id}-${variable}`}
            value={variables[variable] ?? ''}
            placeholder={missing.includes(variable) ? 'Missing' : ''}
            onChange={({ target }) => onVariables({ ...variables, [variable]: target.value })}
          />
        </div>
      ))}
    </fieldset>
  );
}

interface VariableProps {
  names: readonly string[];
  missing: readonly string[];
  variables: TypedVariables;
  onVariables: (variables: TypedVariables) => void;
}

/**
 * Renders the content in a separate document with a policy that blocks scripts and requests. The content is posted into the frame as
 * a form. Each rendering gets a new frame, because reusing one would add entries to the browser history.
 */
function Frame({ content, name }: { content: Preview['rendered']; name: string }) {
  const form = useRef<HTMLFormElement>(null);
  const target = useId();
  const shown = useRef<{ text: string; number: number }>({ text: '', number: 0 });
  const text = content === null ? shown.current.text : JSON.stringify(content);
  if (text !== shown.current.text) shown.current = { text, number: shown.current.number + 1 };
  const { number } = shown.current;
  useEffect(() => {
    if (text !== '') form.current?.submit();
  }, [text, number]);
  return (
    <>
      <form
        ref={form}
        hidden
        method="post"
        action="/console/previews/communications"
        encType="text/plain"
        target={`${target}${number}`}
      >
        <input type="hidden" name="message" value={text} />
      </form>
      <iframe
        key={number}
        name={`${target}${number}`}
        className="preview-frame"
        title={`Preview of ${name === '' ? 'the message' : name}`}
        sandbox=""
      />
    </>
  );
}
