import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, unwrap, type Schemas } from '../api/client';
import { CodeForm } from './code-form';
import { SignInCard } from './sign-in-card';
import { SignInForm } from './sign-in-form';

type OnSignedIn = (session: Schemas['Session']) => void;

/** The API adds it to the address after a sign-in with the identity provider that still needs a code. */
const secondStepMark = '#second-step';

export function SignInPage({ onSignedIn }: { onSignedIn: OnSignedIn }) {
  const [isSecondStep, setSecondStep] = useState(() => window.location.hash === secondStepMark);
  const leave = (): void => {
    const { pathname, search } = window.location;
    window.history.replaceState(window.history.state, '', pathname + search);
    setSecondStep(false);
  };
  if (isSecondStep) {
    return (
      <SignInCard title="Enter your code">
        <CodeForm
          send={(totp) => unwrap(api.POST('/api/session/oidc', { body: { totp } }))}
          onSignedIn={(session) => {
            leave();
            onSignedIn(session);
          }}
          onBack={leave}
        />
      </SignInCard>
    );
  }
  return (
    <SignInCard title="Sign in to Apex">
      <ProviderButton />
      <SignInForm onSignedIn={onSignedIn} />
      <p className="quiet small">
        <a href="/password-reset">Forgot your password?</a>
      </p>
    </SignInCard>
  );
}

/** Leads to the identity provider, if the installation has one. Without a response, the password still signs in. */
function ProviderButton() {
  const { data } = useQuery({
    queryKey: ['session', 'methods'],
    queryFn: () => unwrap(api.GET('/api/session/methods')),
    staleTime: Infinity,
  });
  if (data === undefined || data.oidc === null) return null;
  const { pathname, search } = window.location;
  return (
    <a className="button wide" href={`/api/session/oidc?${new URLSearchParams({ returnTo: pathname + search })}`}>
      {data.oidc.label}
    </a>
  );
}
