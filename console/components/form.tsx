import { useMutation } from '@tanstack/react-query';
import {
  createContext,
  use,
  useId,
  useRef,
  useState,
  type ComponentProps,
  type FormEvent,
  type ReactNode,
} from 'react';
import { ApiError } from '../api/client';
import { formatRefusal, problemsByField } from '../format/problems';
import { ConflictQuestion } from './edit-record';
import { useToast } from './toast';
import { useUnsaved } from './use-unsaved';

/** Forms show the problems that the API returns: at the field if it is in the form, otherwise below all fields. */

const ProblemContext = createContext<ReadonlyMap<string, string>>(new Map());

interface FormProps {
  /** @throws ApiError; its details are shown at the fields with the same names */
  send: (fields: FormData) => Promise<unknown>;
  button: string;
  /** The toast after it succeeds. */
  done?: string;
  children: ReactNode;
  /** Clears the fields after it succeeds. */
  reset?: boolean;
  /** Shows the fields in one line. */
  inline?: boolean;
  /** Other buttons, before the button that sends the form. */
  actions?: ReactNode;
  /** Whether the form can be sent. Otherwise, its button is hidden, and Enter does nothing. */
  sendable?: boolean;
  /** Problems found before the form is sent. */
  problems?: readonly { path: string; message: string }[];
}

const noProblems: NonNullable<FormProps['problems']> = [];

export function Form({ send, button, done, children, problems = noProblems, reset = false, ...layout }: FormProps) {
  const toast = useToast();
  const form = useRef<HTMLFormElement>(null);
  // A problem from the API no longer applies after its field changes.
  const [changed, setChanged] = useState<ReadonlySet<string>>(new Set());
  const unsaved = useUnsaved(form);
  const mutation = useMutation({
    mutationFn: send,
    onMutate: unsaved.sending,
    onError: unsaved.failed,
    onSuccess: () => {
      unsaved.saved();
      if (done !== undefined) toast(done);
      if (reset) form.current?.reset();
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    event.stopPropagation();
    setChanged(new Set());
    mutation.mutate(new FormData(event.currentTarget));
  };
  const details = mutation.error instanceof ApiError ? mutation.error.details : [];
  const names = form.current === null ? [] : namesOf(form.current);
  const { atFields: refused, others } = problemsByField(details, names);
  // The sign-in dialog reports an expired session.
  const isShown = mutation.error !== null && !(mutation.error instanceof ApiError && mutation.error.status === 401);
  const message = !isShown
    ? null
    : others.length > 0 || refused.size === 0
      ? formatRefusal(mutation.error.message, details)
      : null;
  const stillRefused = [...refused].filter(([name]) => !changed.has(name));
  const atFields = new Map([...stillRefused, ...problemsByField(problems, names).atFields]);
  return (
    <ProblemContext value={atFields}>
      <form
        ref={form}
        {...unsaved.handlers}
        onSubmit={submit}
        onInput={({ target }) => {
          unsaved.handlers.onInput();
          const name = refused.size === 0 ? null : fieldAround(target, refused);
          if (name !== null) setChanged((before) => new Set([...before, name]));
        }}
        className={`form${layout.inline === true ? ' inline' : ''}`}
      >
        {children}
        {message !== null && (
          <p role="alert" className="alert">
            {[message, ...others].join(' ')}
          </p>
        )}
        <Buttons {...layout} button={button} isPending={mutation.isPending} />
      </form>
      {unsaved.question}
      <ConflictQuestion error={mutation.error} form={form} />
    </ProblemContext>
  );
}

type ButtonProps = Pick<FormProps, 'button' | 'actions' | 'sendable'> & { isPending: boolean };

function Buttons({ button, actions, sendable = true, isPending }: ButtonProps) {
  const send = (
    <button type="submit" className="button primary" hidden={!sendable} disabled={!sendable || isPending}>
      {button}
    </button>
  );
  if (actions === undefined) return send;
  return (
    <div className="button-row">
      {actions}
      {send}
    </div>
  );
}

/** Returns the named field or group that contains the changed element. */
function fieldAround(target: EventTarget, names: ReadonlyMap<string, unknown>): string | null {
  for (let element = target instanceof Element ? target : null; element !== null; element = element.parentElement) {
    const name = element.getAttribute('name');
    if (name !== null && names.has(name)) return name;
  }
  return null;
}

const namesOf = (form: HTMLFormElement): string[] =>
  [...form.elements].map((element) => element.getAttribute('name') ?? '').filter((name) => name !== '');

interface FieldProps {
  label: string;
  name: string;
  hint?: ReactNode;
}

function useField({ name, hint }: { name: string; hint?: ReactNode }) {
  const id = useId();
  const problem = use(ProblemContext).get(name);
  const describedBy = [hint === undefined ? '' : `${id}-hint`, problem === undefined ? '' : `${id}-problem`];
  const attributes = {
    id,
    name,
    'aria-describedby': describedBy.filter((one) => one !== '').join(' ') || undefined,
    'aria-invalid': problem === undefined ? undefined : true,
  };
  return { id, problem, attributes };
}

/** The elements that a field's `aria-describedby` refers to. */
function Notes({ id, hint, problem }: Pick<Around, 'id' | 'problem'> & Pick<FieldProps, 'hint'>) {
  return (
    <>
      {hint !== undefined && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {problem !== undefined && (
        <p className="problem" id={`${id}-problem`} role="alert">
          {problem}
        </p>
      )}
    </>
  );
}

function Around({ id, label, hint, problem, children }: Omit<FieldProps, 'name'> & Around) {
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children}
      <Notes id={id} hint={hint} problem={problem} />
    </div>
  );
}

interface Around {
  id: string;
  problem: string | undefined;
  children: ReactNode;
}

export function TextField({ label, name, hint, ...input }: FieldProps & Omit<ComponentProps<'input'>, 'id' | 'name'>) {
  const { id, problem, attributes } = useField({ name, hint });
  return (
    <Around id={id} label={label} hint={hint} problem={problem}>
      <input type="text" {...input} {...attributes} />
    </Around>
  );
}

/** A field with an input of its own, which gets the attributes. */
export function InputField({
  label,
  name,
  hint,
  children,
}: FieldProps & { children: (attributes: Pick<ComponentProps<'input'>, 'id' | 'name'>) => ReactNode }) {
  const { id, problem, attributes } = useField({ name, hint });
  return (
    <Around id={id} label={label} hint={hint} problem={problem}>
      {children(attributes)}
    </Around>
  );
}

export function TextArea({ label, name, hint, ...area }: FieldProps & Omit<ComponentProps<'textarea'>, 'id' | 'name'>) {
  const { id, problem, attributes } = useField({ name, hint });
  return (
    <Around id={id} label={label} hint={hint} problem={problem}>
      <textarea rows={3} {...area} {...attributes} />
    </Around>
  );
}

export function SelectField({ label, name, hint, children, ...select }: FieldProps & ComponentProps<'select'>) {
  const { id, problem, attributes } = useField({ name, hint });
  return (
    <Around id={id} label={label} hint={hint} problem={problem}>
      <select {...select} {...attributes}>
        {children}
      </select>
    </Around>
  );
}

export function CheckField({ label, name, hint, ...input }: FieldProps & Omit<ComponentProps<'input'>, 'id' | 'name'>) {
  const { id, problem, attributes } = useField({ name, hint });
  return (
    <div className="field check">
      <input type="checkbox" {...input} {...attributes} />
      <label htmlFor={id}>{label}</label>
      <Notes id={id} hint={hint} problem={problem} />
    </div>
  );
}

/** A group of fields. Problems without a field of their own are shown below the group. */
export function GroupField({ label, name, hint, children }: FieldProps & { children: ReactNode }) {
  const { id, problem } = useField({ name, hint });
  return (
    <fieldset
      className="field group"
      name={name}
      aria-describedby={problem === undefined ? undefined : `${id}-problem`}
    >
      <legend>{label}</legend>
      {children}
      <Notes id={id} hint={hint} problem={problem} />
    </fieldset>
  );
}

/** Returns the problem of a field that another component renders. */
export const useProblemOf = (name: string | undefined): string | undefined => {
  const problems = use(ProblemContext);
  return name === undefined ? undefined : problems.get(name);
};
