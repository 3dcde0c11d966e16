import { useState } from 'react';
import type { PasswordResetFacts } from '../../../domain/accounts/link-facts';
import { textLimits } from '../../../domain/text-limits';
import { api, unwrap } from '../../api/client';
import { Form, TextField } from '../../components/form';
import { formText } from '../../components/form-text';
import { usePathParam } from '../../components/path-param';
import { SignInCard } from '../../session/sign-in-card';
import { NewPasswordField } from './new-password-field';
import { readPageFacts } from './page-facts';

/** Requests a link to set a new password. It needs no session. */
export const PasswordResetRequestPage = () => (
  <RequestCard
    title="Reset your password"
    text="Enter the email that you sign in with. We will send you a link to set a new password."
  />
);

/** Sets a new password with the token in the address. */
export function PasswordResetPage() {
  const token = usePathParam('token');
  const [state] = useState(() => readPageFacts<PasswordResetFacts>()?.state ?? 'gone');
  const [isDone, setDone] = useState(false);
  const reset = async (fields: FormData): Promise<void> => {
    const body = { password: String(fields.get('password')) };
    await unwrap(api.POST('/api/password-reset/{token}', { params: { path: { token } }, body }));
    setDone(true);
  };
  if (isDone) {
    return (
      <SignInCard title="Password changed">
        <p>
          <a className="button primary wide" href="/console">
            Sign in
          </a>
        </p>
      </SignInCard>
    );
  }
  if (state === 'gone') {
    return (
      <RequestCard
        title="This link no longer works"
        text="The link was used, has expired, or is incomplete. Request a new one."
      />
    );
  }
  return (
    <SignInCard title="Choose a new password">
      <p>Your account will be signed out on all devices.</p>
      <Form send={reset} button="Set password">
        <NewPasswordField label="New password" />
      </Form>
    </SignInCard>
  );
}

function RequestCard({ title, text }: { title: string; text: string }) {
  const [isSent, setSent] = useState(false);
  const send = async (fields: FormData): Promise<void> => {
    await unwrap(api.POST('/api/password-reset', { body: { email: formText(fields, 'email') } }));
    setSent(true);
  };
  if (isSent) {
    return (
      <SignInCard title="Check your email">
        <p>If an account with this email exists, we have sent you a link. It works once and expires after one hour.</p>
      </SignInCard>
    );
  }
  return (
    <SignInCard title={title}>
      <p>{text}</p>
      <Form send={send} button="Send link">
        <TextField label="Email" name="email" type="email" autoComplete="email" required maxLength={textLimits.email} />
      </Form>
    </SignInCard>
  );
}
