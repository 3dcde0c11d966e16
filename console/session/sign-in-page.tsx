import type { Schemas } from '../api/client';
import { SignInCard } from './sign-in-card';
import { SignInForm } from './sign-in-form';

export const SignInPage = ({ onSignedIn }: { onSignedIn: (session: Schemas['Session']) => void }) => (
  <SignInCard title="Sign in to Apex">
    <SignInForm onSignedIn={onSignedIn} />
    <p className="quiet small">
      <a href="/password-reset">Forgot your password?</a>
    </p>
  </SignInCard>
);
