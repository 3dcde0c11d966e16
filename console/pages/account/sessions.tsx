import { useQueryClient } from '@tanstack/react-query';
import { api, unwrap, type Schemas } from '../../api/client';
import { useCursorList } from '../../api/lists';
import { ConfirmButton } from '../../components/dialog';
import { Section } from '../../components/facts';
import { List } from '../../components/list';
import { Ago } from '../../components/read';
import { EmptyState } from '../../components/states';
import type { Column } from '../../components/table';
import { useToast } from '../../components/toast';
import { useWorkspaces } from '../../session/workspaces';

type ListedSession = Schemas['AccountSession'];

const key = ['sessions'];

/** Where the person is signed in. */
export function Sessions() {
  const workspaces = useWorkspaces();
  const source = useCursorList(key, (query) => unwrap(api.GET('/api/account/sessions', { params: { query } })));
  const nameOf = (id: string): string => workspaces.find((workspace) => workspace.id === id)?.name ?? id;
  const columns: readonly Column<ListedSession>[] = [
    {
      title: 'Device',
      cell: ({ userAgent, current }) => (
        <>
          <strong>{userAgent}</strong>
          {current && <p className="quiet small">This session</p>}
        </>
      ),
    },
    { title: 'Workspace', cell: ({ workspaceId }) => nameOf(workspaceId) },
    { title: 'Signed in', wide: true, cell: ({ createdAt }) => <Ago at={createdAt} /> },
    { title: 'Last used', cell: ({ lastUsedAt }) => <Ago at={lastUsedAt} /> },
    { title: 'Actions', cell: (session) => (session.current ? null : <End session={session} />) },
  ];
  const hasOthers = source.rows !== undefined && source.rows.some(({ current }) => !current);
  return (
    <Section title="Sessions" note="A session ends 7 days after sign-in" act={hasOthers ? <EndOthers /> : undefined}>
      <List
        source={source}
        caption="Sessions"
        columns={columns}
        rowKey={({ id }) => id}
        empty={<EmptyState title="No sessions." />}
      />
    </Section>
  );
}

function End({ session: { id, userAgent } }: { session: ListedSession }) {
  const client = useQueryClient();
  const toast = useToast();
  return (
    <ConfirmButton
      label="End"
      className="button text bad"
      title={`End the session of ${userAgent}?`}
      confirm="End session"
      act={async () => {
        await unwrap(api.DELETE('/api/account/sessions/{id}', { params: { path: { id } } }));
        await client.invalidateQueries({ queryKey: key });
        toast('Session ended.');
      }}
    >
      <p>That browser or program is signed out immediately.</p>
    </ConfirmButton>
  );
}

function EndOthers() {
  const client = useQueryClient();
  const toast = useToast();
  return (
    <ConfirmButton
      label="Sign out everywhere else"
      title="Sign out everywhere else?"
      confirm="Sign out"
      act={async () => {
        const { ended } = await unwrap(api.DELETE('/api/account/sessions'));
        await client.invalidateQueries({ queryKey: key });
        toast(`${ended} ${ended === 1 ? 'session' : 'sessions'} ended.`);
      }}
    >
      <p>All your other sessions end, in all your workspaces. This session stays.</p>
    </ConfirmButton>
  );
}
