import { useMutation } from '@tanstack/react-query';
import { useId, type FormEvent } from 'react';
import { textLimits } from '../../domain/text-limits';
import { api, unwrap, type Schemas } from '../api/client';

interface Props {
  onSignedIn: (session: Schemas['Session']) => void;
  /** The expired session. The same person signs in to the same workspace. */
  before?: Schemas['Session'];
}

/** Email and password, with the error below. */
export function SignInForm({ onSignedIn, before }: Props) {
  const id = useId();
  const signIn = useMutation({
    mutationFn: (given: { email: string; password: string }) => {
      const isSame = given.email.toLowerCase() === before?.user.email.toLowerCase();
      const workspace = before !== undefined && isSame ? { workspaceId: before.workspaceId } : {};
      return unwrap(api.POST('/api/session', { body: { ...given, ...workspace } }));
    },
    onSuccess: onSignedIn,
  });
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    signIn.mutate({ email: String(fields.get('email')).trim(), password: String(fields.get('password')) });
  };
  return (
    <form onSubmit={submit} className="form">
      <div className="field">
        <label htmlFor={`${id}-email`}>Email</label>
        <input
          id={`${id}-email`}
          name="email"
          type="email"
          autoComplete="username"
          required
          maxLength={textLimits.email}
          defaultValue={before?.user.email}
          autoFocus={before === undefined}
        />
      </div>
      <div className="field">
        <label htmlFor={`${id}-password`}>Password</label>
        <input
          id={`${id}-password`}
          name="password"
          type="password"
          autoComplete="current-password"
          required
          maxLength={textLimits.password}
          autoFocus={before !== undefined}
        />
      </div>
      {signIn.isError && (
        <p role="alert" className="alert">
          {signIn.error.message}
        </p>
      )}
      <button type="submit" className="button primary wide" disabled={signIn.isPending}>
        Sign in
      </button>
    </form>
  );
}
