import { useQueryClient } from '@tanstack/react-query';
import { textLimits } from '../../../domain/text-limits';
import { api, unwrap } from '../../api/client';
import { Facts, Section } from '../../components/facts';
import { Form, TextField } from '../../components/form';
import { Page } from '../../components/page';
import { useSession } from '../../session/session';
import { atField } from './at-field';
import { Sessions } from './sessions';
import { TwoStepVerification } from './two-step-verification';

/** The signed-in person's own account. */
export function AccountPage() {
  const { user } = useSession();
  return (
    <Page title="Account" intro="Your sign-in, in all your workspaces.">
      <Facts
        of={[
          ['Email', user.email],
          ['Name', user.name ?? 'Not set'],
        ]}
      />
      <Section title="Two-step verification">
        <TwoStepVerification />
      </Section>
      <Section title="Password">
        <ChangePassword />
      </Section>
      <Sessions />
    </Page>
  );
}

function ChangePassword() {
  const client = useQueryClient();
  const change = async (fields: FormData): Promise<void> => {
    const body = {
      currentPassword: String(fields.get('currentPassword')),
      newPassword: String(fields.get('newPassword')),
    };
    await unwrap(api.POST('/api/session/password', { body })).catch(atField('currentPassword'));
    await Promise.all(['session', 'sessions'].map((name) => client.invalidateQueries({ queryKey: [name] })));
  };
  return (
    <Form send={change} button="Change password" done="Password changed. Your other sessions were ended." reset>
      <TextField
        label="Current password"
        name="currentPassword"
        type="password"
        autoComplete="current-password"
        required
        maxLength={textLimits.password}
        hint={
          <>
            No password yet, or forgot it? <a href="/password-reset">Request a link by email</a>.
          </>
        }
      />
      <TextField
        label="New password"
        name="newPassword"
        type="password"
        autoComplete="new-password"
        required
        minLength={10}
        maxLength={textLimits.password}
        hint="At least 10 characters. Signs you out everywhere else."
      />
    </Form>
  );
}
