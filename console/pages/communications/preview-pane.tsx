import { useEffect, useId, useRef } from 'react';
import { variableNames, type TypedVariables } from '../../format/preview-variables';
import type { Preview } from './use-preview';

interface Props {
  preview: Preview;
  variables: TypedVariables;
  onVariables: (variables: TypedVariables) => void;
  name: string;
}

/** The message as its reader would see it, with what is filled in for one person. */
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
            ? 'It cannot be rendered yet: see the marked field. The last good preview stands below.'
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
      <legend>Filled in for the preview</legend>
      <p className="hint">Each person’s own values stand here when it is sent. What is empty is left empty.</p>
      {names.map((variable) => (
        <div className="field" key={variable}>
          <label htmlFor={`${id}-${variable}`} className="mono">
            {variable}
          </label>
          <input
            id={`${id}-${variable}`}
            value={variables[variable] ?? ''}
            placeholder={missing.includes(variable) ? 'missing' : ''}
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
 * A document of its own, whose policy lets nothing run or load: the content is sent into the frame as a form. Each rendering has a new
 * frame, since a frame that goes on would add to what the browser's back goes through.
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
