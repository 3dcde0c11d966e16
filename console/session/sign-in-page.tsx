import { useEffect } from 'react';
import { Logo } from '../components/icon';
import type { Schemas } from '../api/client';
import { SignInForm } from './sign-in-form';

export function SignInPage({ onSignedIn }: { onSignedIn: (session: Schemas['Session']) => void }) {
  useEffect(() => {
    document.title = 'Sign in · Apex';
  }, []);
  return (
    <main className="sign-in" id="main">
      <div className="sign-in-card">
        <Logo />
        <h1>Sign in to Apex</h1>
        <SignInForm onSignedIn={onSignedIn} />
        <p className="quiet small">
          <a href="/password-reset">Forgot your password?</a>
        </p>
      </div>
    </main>
  );
}
