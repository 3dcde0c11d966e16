import { useMutation } from '@tanstack/react-query';
import { useId, type FormEvent } from 'react';
import type { Schemas } from '../api/client';

interface Props {
  send: (code: string) => Promise<Schemas['Session']>;
  onSignedIn: (session: Schemas['Session']) => void;
  onBack: () => void;
}

/** The second step of a sign-in. */
export function CodeForm({ send, onSignedIn, onBack }: Props) {
  const id = useId();
  const signIn = useMutation({ mutationFn: send, onSuccess: onSignedIn });
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    signIn.mutate(String(new FormData(event.currentTarget).get('code')).trim());
  };
  return (
    <form onSubmit={submit} className="form">
      <div className="field">
        <label htmlFor={`${id}-code`}>Code</label>
        <input
          id={`${id}-code`}
          name="code"
          type="text"
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          required
          maxLength={60}
          autoFocus
          aria-describedby={`${id}-hint`}
        />
        <p className="hint" id={`${id}-hint`}>
          The 6 digits in your authenticator app, or a recovery code.
        </p>
      </div>
      {signIn.isError && (
        <p role="alert" className="alert">
          {signIn.error.message}
        </p>
      )}
      <button type="submit" className="button primary wide" disabled={signIn.isPending}>
        Sign in
      </button>
      <button type="button" className="button text" onClick={onBack}>
        Back
      </button>
    </form>
  );
}
