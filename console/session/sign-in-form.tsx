import { useMutation } from '@tanstack/react-query';
import { useId, useState, type FormEvent } from 'react';
import { textLimits } from '../../domain/text-limits';
import { api, ApiError, unwrap, type Schemas } from '../api/client';
import { CodeForm } from './code-form';

interface Props {
  onSignedIn: (session: Schemas['Session']) => void;
  /** The expired session. The same person signs in to the same workspace. */
  before?: Schemas['Session'];
}

type Credentials = Pick<Schemas['SignIn'], 'email' | 'password' | 'workspaceId'>;

const send = (body: Schemas['SignIn']) => unwrap(api.POST('/api/session', { body }));

/** Email and password, then a code if two-step verification is on. */
export function SignInForm({ onSignedIn, before }: Props) {
  // Kept only in memory, for the second step.
  const [accepted, setAccepted] = useState<Credentials | null>(null);
  if (accepted !== null) {
    return (
      <CodeForm send={(totp) => send({ ...accepted, totp })} onSignedIn={onSignedIn} onBack={() => setAccepted(null)} />
    );
  }
  return <PasswordForm onSignedIn={onSignedIn} before={before} onCodeNeeded={setAccepted} />;
}

interface PasswordProps {
  onSignedIn: Props['onSignedIn'];
  before: Props['before'] | undefined;
  onCodeNeeded: (credentials: Credentials) => void;
}

/** Signs in with a password. `onCodeNeeded` gets the credentials if they are right and a code is needed, too. */
function usePasswordSignIn({ onSignedIn, before, onCodeNeeded }: PasswordProps) {
  return useMutation({
    mutationFn: async (given: { email: string; password: string }) => {
      const isSame = given.email.toLowerCase() === before?.user.email.toLowerCase();
      const workspace = before !== undefined && isSame ? { workspaceId: before.workspaceId } : {};
      const credentials = { ...given, ...workspace };
      try {
        return await send(credentials);
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'TOTP_REQUIRED') throw error;
        onCodeNeeded(credentials);
        return null;
      }
    },
    onSuccess: (session) => {
      if (session !== null) onSignedIn(session);
    },
  });
}

function PasswordForm(props: PasswordProps) {
  const { before } = props;
  const id = useId();
  const signIn = usePasswordSignIn(props);
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
