import { useState } from 'react';
import type { InvitationFacts } from '../../../domain/accounts/link-facts';
import { aRole } from '../../../domain/accounts/role-name';
import { textLimits } from '../../../domain/text-limits';
import { api, ApiError, unwrap } from '../../api/client';
import { Form, TextField } from '../../components/form';
import { formText } from '../../components/form-text';
import { usePathParam } from '../../components/path-param';
import { atField } from './at-field';
import { NewPasswordField } from './new-password-field';
import { readPageFacts } from './page-facts';
import { SenderCard } from './sender-card';

const unknown: InvitationFacts = { state: 'unknown', sender: null, joining: null };

/** Accepts an invitation and signs in. It needs no session. */
export function InvitationPage() {
  const [{ state, sender, joining }] = useState(() => readPageFacts<InvitationFacts>() ?? unknown);
  const [email, setEmail] = useState<string | null>(null);
  if (joining === null) {
    const { title, reason } = closed[state];
    return (
      <SenderCard {...{ title, sender }}>
        <p>{reason}</p>
        {state === 'used' && <ConsoleLink text="Sign in" />}
      </SenderCard>
    );
  }
  const { workspaceName } = joining;
  if (email !== null) {
    return (
      <SenderCard title={`You have joined ${workspaceName}`} sender={sender}>
        <p>Welcome. You are signed in as {email}.</p>
        <ConsoleLink text="Open the console" />
      </SenderCard>
    );
  }
  return (
    <SenderCard title={`Join ${workspaceName}`} sender={sender}>
      <Joining joining={joining} onJoined={setEmail} />
    </SenderCard>
  );
}

/** Loads the console again, because it starts with the new session. */
const ConsoleLink = ({ text }: { text: string }) => (
  <p>
    <a className="button primary wide" href="/console">
      {text}
    </a>
  </p>
);

const withdrawn = {
  title: 'Unknown invitation',
  reason:
    'This link is incomplete, or the invitation was withdrawn. Open the link in the email again, or request a new invitation.',
};

const closed: Record<InvitationFacts['state'], { title: string; reason: string }> = {
  open: withdrawn,
  unknown: withdrawn,
  used: {
    title: 'This invitation was already used',
    reason: 'An invitation works once. If you accepted it, sign in.',
  },
  expired: { title: 'This invitation has expired', reason: 'Request a new one from the person who invited you.' },
};

interface JoiningProps {
  joining: NonNullable<InvitationFacts['joining']>;
  onJoined: (email: string) => void;
}

function Joining({ joining: { workspaceName, inviter, role, email, hasAccount }, onJoined }: JoiningProps) {
  const token = usePathParam('token');
  const [isCodeNeeded, setCodeNeeded] = useState(false);
  const join = async (fields: FormData): Promise<void> => {
    const name = formText(fields, 'name');
    const totp = formText(fields, 'totp');
    const body = {
      token,
      password: String(fields.get('password')),
      ...(name === '' ? {} : { name }),
      ...(totp === '' ? {} : { totp }),
    };
    const accept = unwrap(api.POST('/api/members/accept', { body }));
    const session = await accept.catch((error: unknown) => {
      if (error instanceof ApiError && error.code === 'TOTP_REQUIRED') setCodeNeeded(true);
      return atField(totp === '' ? 'password' : 'totp')(error);
    });
    onJoined(session.user.email);
  };
  return (
    <>
      <p>
        {inviter === null ? 'You have been invited' : <strong>{inviter}</strong>}
        {inviter === null ? '' : ' invites you'} to join <strong>{workspaceName}</strong> as {aRole(role)}.
      </p>
      <p className="quiet">You will sign in as {email}.</p>
      <Form send={join} button="Join">
        {hasAccount ? (
          <TextField
            label="Password"
            name="password"
            type="password"
            autoComplete="current-password"
            required
            maxLength={textLimits.password}
            hint="You already have an account with this email. Enter its password."
          />
        ) : (
          <>
            <TextField label="Your name" name="name" autoComplete="name" maxLength={textLimits.name} />
            <NewPasswordField label="Password" />
          </>
        )}
        {isCodeNeeded && (
          <TextField
            label="Code"
            name="totp"
            autoComplete="one-time-code"
            required
            maxLength={60}
            hint="From your authenticator app, or a recovery code."
          />
        )}
      </Form>
    </>
  );
}
