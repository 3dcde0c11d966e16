import { useMutation, useQueryClient } from '@tanstack/react-query';
import { mayGrant, roles, type Role } from '../../../domain/accounts/permissions';
import { api, unwrap, type Schemas } from '../../api/client';
import { useWholeList } from '../../api/lists';
import { readAll } from '../../api/read-all';
import { ConfirmButton } from '../../components/dialog';
import { Section } from '../../components/facts';
import { Form, SelectField, TextField } from '../../components/form';
import { List } from '../../components/list';
import { Page } from '../../components/page';
import { Ago } from '../../components/read';
import { EmptyState } from '../../components/states';
import { Status } from '../../components/status';
import type { Column } from '../../components/table';
import { useToast } from '../../components/toast';
import { formatWords } from '../../format/words';
import { useMay, useSession } from '../../session/session';

type Member = Schemas['Member'];

export function MembersPage() {
  const { role } = useSession();
  const mayInvite = useMay('members.write');
  // Read all members to find out whether there is only one owner.
  const source = useWholeList(['members'], () =>
    readAll((query) => unwrap(api.GET('/api/members', { params: { query } }))),
  );
  const owners = (source.rows ?? []).filter((one) => one.role === 'owner' && one.status === 'active');
  const columns: readonly Column<Member>[] = [
    {
      title: 'Member',
      cell: ({ name, email }) => (
        <>
          <strong>{name ?? email}</strong>
          {name !== null && <p className="quiet small break">{email}</p>}
        </>
      ),
    },
    { title: 'Role', cell: (member) => <RoleChoice member={member} /> },
    { title: 'Status', cell: ({ status }) => <Status of={status} /> },
    { title: 'Since', wide: true, cell: ({ createdAt }) => <Ago at={createdAt} /> },
    {
      title: 'Actions',
      cell: (member) => {
        if (!mayGrant(role, member.role)) return null;
        if (owners.length === 1 && owners[0]?.id === member.id) return <LastOwner />;
        return (
          <>
            {member.status === 'invited' && <Resend member={member} />}
            <Remove member={member} />
          </>
        );
      },
    },
  ];
  return (
    <Page title="Members" intro="People in this workspace and their roles.">
      {mayInvite && <Invite />}
      <Section title="All members">
        <List
          source={source}
          caption="Members"
          columns={columns}
          rowKey={({ id }) => id}
          empty={<EmptyState title="No members yet." />}
        />
      </Section>
    </Page>
  );
}

function Invite() {
  const client = useQueryClient();
  const { role } = useSession();
  const invite = async (fields: FormData): Promise<void> => {
    const body = { email: String(fields.get('email')), role: String(fields.get('role')) as Role };
    await unwrap(api.POST('/api/members', { body }));
    await client.invalidateQueries({ queryKey: ['members'] });
  };
  return (
    <Section title="Invitation">
      <Form send={invite} button="Invite" done="Invitation sent." reset inline>
        <TextField label="Email" name="email" type="email" required />
        <SelectField label="Role" name="role" defaultValue="member">
          {roles
            .filter((one) => mayGrant(role, one))
            .map((one) => (
              <option key={one} value={one}>
                {formatWords(one)}
              </option>
            ))}
        </SelectField>
      </Form>
    </Section>
  );
}

const LastOwner = () => (
  <span className="quiet small">The last owner cannot be removed. Make another member an owner first.</span>
);

function RoleChoice({ member }: { member: Member }) {
  const client = useQueryClient();
  const toast = useToast();
  const { role, user } = useSession();
  if (!mayGrant(role, member.role) || member.id === user.id || member.status === 'invited') {
    return <span data-value={member.role}>{formatWords(member.role)}</span>;
  }
  const change = async (next: Role): Promise<void> => {
    try {
      await unwrap(api.PATCH('/api/members/{id}', { params: { path: { id: member.id } }, body: { role: next } }));
      toast(`${member.email} now has the role ${next}.`);
    } catch (error) {
      toast((error as Error).message);
    }
    await client.invalidateQueries({ queryKey: ['members'] });
  };
  return (
    <select
      aria-label={`Role of ${member.email}`}
      value={member.role}
      onChange={(event) => void change(event.target.value as Role)}
    >
      {roles
        .filter((one) => mayGrant(role, one))
        .map((one) => (
          <option key={one} value={one}>
            {formatWords(one)}
          </option>
        ))}
    </select>
  );
}

function Resend({ member: { id, email } }: { member: Member }) {
  const toast = useToast();
  const resend = useMutation({
    mutationFn: () => unwrap(api.POST('/api/members/{id}/resend-invitation', { params: { path: { id } } })),
    onSuccess: () => toast(`Invitation sent to ${email} again. It is valid for 7 days.`),
    onError: ({ message }) => toast(message),
  });
  return (
    <button
      type="button"
      className="button text"
      aria-label={`Resend the invitation to ${email}`}
      disabled={resend.isPending}
      onClick={() => resend.mutate()}
    >
      Resend
    </button>
  );
}

function Remove({ member: { id, email, status } }: { member: Member }) {
  const client = useQueryClient();
  const toast = useToast();
  return (
    <ConfirmButton
      label="Remove"
      className="button text bad"
      title={`Remove ${email}?`}
      confirm="Remove"
      act={async () => {
        await unwrap(api.DELETE('/api/members/{id}', { params: { path: { id } } }));
        await client.invalidateQueries({ queryKey: ['members'] });
        toast(`${email} removed.`);
      }}
    >
      <p>
        {status === 'invited'
          ? 'The invitation link will stop working.'
          : 'This person is signed out. Their user keys are revoked, and their open invitations are withdrawn. Server and transactional keys that they created keep working: revoke them under Keys.'}
      </p>
    </ConfirmButton>
  );
}
