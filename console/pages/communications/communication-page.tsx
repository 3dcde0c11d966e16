import { useQueryClient } from '@tanstack/react-query';
import { usePathParam } from '../../components/path-param';
import { api, unwrap, type Schemas } from '../../api/client';
import { DeleteButton } from '../../components/delete-button';
import { Facts, Section } from '../../components/facts';
import { Page } from '../../components/page';
import { Ago, useRead } from '../../components/read';
import { ErrorState, LoadingPage } from '../../components/states';
import { useToast } from '../../components/toast';
import { useMay } from '../../session/session';
import { CommunicationEditor } from './communication-editor';
import { draftOf } from './content';

type Communication = Schemas['Communication'];

export function CommunicationPage() {
  const id = usePathParam('communicationId');
  const query = useRead(['communications', id], () =>
    unwrap(api.GET('/api/communications/{id}', { params: { path: { id } } })),
  );
  const mayWriteAny = useMay('communications.write');
  const mayWriteTransactional = useMay('communications.write_transactional');
  const { data: communication, error, refetch } = query;
  if (communication === undefined) {
    return error === null ? <LoadingPage /> : <ErrorState page error={error} retry={() => void refetch()} />;
  }
  const mayWrite = communication.commType === 'transactional' ? mayWriteTransactional : mayWriteAny;
  return (
    <Page
      title={communication.name}
      parent={{ to: '/communications', title: 'Communications' }}
      badge={<span className="tag">{communication.commType}</span>}
      intro={
        <>
          Changed <Ago at={communication.updatedAt} />. Its id is <code>{id}</code>.
        </>
      }
      actions={mayWrite && <Acts communication={communication} />}
    >
      {communication.problem !== null && <p className="alert">It is too costly to render: {communication.problem}</p>}
      {mayWrite ? <Editor key={id} communication={communication} /> : <Shown communication={communication} />}
    </Page>
  );
}

function Acts({ communication: { id, name, commType } }: { communication: Communication }) {
  const toast = useToast();
  const path = { params: { path: { id } } };
  const test = async (): Promise<void> => {
    try {
      const { to } = await unwrap(api.POST('/api/communications/{id}/test', { ...path, body: { variables: {} } }));
      toast(`Sent to ${to}, as it is saved.`);
    } catch (error) {
      toast((error as Error).message);
    }
  };
  return (
    <>
      <DeleteButton
        {...{ name }}
        list="communications"
        to="/communications"
        act={() => unwrap(api.DELETE('/api/communications/{id}', path))}
      >
        <p>
          {commType === 'marketing'
            ? 'It cannot be chosen any more. Drafts of journeys that name it cannot be published until they name another. What a published version sends is refused here.'
            : 'Sends that name it are refused from now on; one that stands for a built-in template gives way to that.'}
        </p>
        <p>Messages that were sent stay as they are. It cannot be undone.</p>
      </DeleteButton>
      <button type="button" className="button" onClick={() => void test()}>
        Send it to me
      </button>
    </>
  );
}

function Editor({ communication }: { communication: Communication }) {
  const client = useQueryClient();
  const { id, commType } = communication;
  return (
    <>
      <p className="quiet">
        {commType === 'marketing'
          ? 'Published journeys go on sending what they were published with: publish a journey again to send what you change here.'
          : 'What you save is what your services send from then on.'}
      </p>
      <CommunicationEditor
        initial={draftOf(communication)}
        button="Save"
        done="The communication is saved."
        save={async (body) => {
          const saved = await unwrap(api.PATCH('/api/communications/{id}', { params: { path: { id } }, body }));
          client.setQueryData(['communications', id], saved);
          await client.invalidateQueries({ queryKey: ['communications'] });
        }}
      />
    </>
  );
}

/** For those who may not change it. */
function Shown({ communication: { id, name, slots, variables, tracking, problem } }: { communication: Communication }) {
  return (
    <>
      <Facts
        of={[
          ['Subject', slots.subject],
          ['Variables', variables.length === 0 ? 'none' : variables.join(', ')],
          ['Opens and clicks', tracking ? 'are counted' : 'are not counted'],
        ]}
      />
      {problem === null && (
        <Section title="Preview" note="what is filled in for each person is left empty">
          <iframe
            className="preview-frame"
            title={`Preview of ${name}`}
            sandbox=""
            src={`/console/previews/communications/${encodeURIComponent(id)}`}
          />
        </Section>
      )}
    </>
  );
}
