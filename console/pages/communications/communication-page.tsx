import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { usePathParam } from '../../components/path-param';
import { api, unwrap, type Schemas } from '../../api/client';
import { DeleteButton } from '../../components/delete-button';
import { EditRecord } from '../../components/edit-record';
import { Facts, Section } from '../../components/facts';
import { Page } from '../../components/page';
import { Ago, useRead } from '../../components/read';
import { ErrorState, LoadingPage } from '../../components/states';
import { useToast } from '../../components/toast';
import { variablesOf, type TypedVariables } from '../../format/preview-variables';
import { formatWords } from '../../format/words';
import { useMay } from '../../session/session';
import { CommunicationEditor } from './communication-editor';
import { draftOf, type Draft } from './content';

type Communication = Schemas['Communication'];

export function CommunicationPage() {
  const id = usePathParam('communicationId');
  const query = useRead(['communications', id], () =>
    unwrap(api.GET('/api/communications/{id}', { params: { path: { id } } })),
  );
  const [variables, setVariables] = useState<TypedVariables>({});
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
      badge={
        <span className="tag" data-value={communication.commType}>
          {formatWords(communication.commType)}
        </span>
      }
      intro={
        <>
          Updated <Ago at={communication.updatedAt} />. ID: <code>{id}</code>
        </>
      }
      actions={mayWrite && <Acts {...{ communication, variables }} />}
    >
      {communication.problem !== null && (
        <Problem communication={communication} problem={communication.problem} mayWrite={mayWrite} />
      )}
      {mayWrite ? (
        <Editor key={id} communication={communication} onVariables={setVariables} />
      ) : (
        <Shown communication={communication} />
      )}
    </Page>
  );
}

/** Why the message must be edited. Changing its content also clears the problem. */
function Problem({
  communication: { id },
  problem,
  mayWrite,
}: {
  communication: Communication;
  problem: string;
  mayWrite: boolean;
}) {
  const client = useQueryClient();
  const toast = useToast();
  const resolve = async (): Promise<void> => {
    try {
      const path = { params: { path: { id } } };
      // The client's types lose fields that can only be null.
      const body = { problem: null as unknown as undefined };
      await unwrap(api.PATCH('/api/communications/{id}', { ...path, body }));
      await client.invalidateQueries({ queryKey: ['communications'] });
    } catch (error) {
      toast((error as Error).message);
    }
  };
  return (
    <div className="alert">
      <p>{problem}</p>
      <p>Journeys that send this message cannot be published until you edit it.</p>
      {mayWrite && (
        <button type="button" className="button" onClick={() => void resolve()}>
          Mark as resolved
        </button>
      )}
    </div>
  );
}

interface ActsProps {
  communication: Communication;
  /** The preview values. */
  variables: TypedVariables;
}

function Acts({ communication: { id, name, commType }, variables }: ActsProps) {
  const toast = useToast();
  const path = { params: { path: { id } } };
  const test = async (): Promise<void> => {
    try {
      const body = { variables: variablesOf(variables) };
      const { to } = await unwrap(api.POST('/api/communications/{id}/test', { ...path, body }));
      toast(`Test email of the saved version sent to ${to}.`);
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
            ? 'You cannot delete a message that a published journey sends. Drafts that use it cannot be published until you choose another message.'
            : 'API requests that use it are rejected. If it replaces a built-in template, the built-in template is used again.'}
        </p>
        <p>Sent messages are not affected. This cannot be undone.</p>
      </DeleteButton>
      <button type="button" className="button" onClick={() => void test()}>
        Send test email
      </button>
    </>
  );
}

interface EditorProps {
  communication: Communication;
  onVariables: (variables: TypedVariables) => void;
}

function Editor({ communication, onVariables }: EditorProps) {
  const { id, commType } = communication;
  const path = { params: { path: { id } } };
  return (
    <>
      <p className="quiet">
        {commType === 'marketing'
          ? 'Published journeys keep sending the version they were published with. Publish a journey again to use your changes.'
          : 'Saved changes apply to the next message your services send.'}
      </p>
      <EditRecord<Communication, Draft>
        record={communication}
        noun="message"
        list="communications"
        read={() => unwrap(api.GET('/api/communications/{id}', path))}
        write={(body) => unwrap(api.PATCH('/api/communications/{id}', { ...path, body }))}
      >
        {(record, save) => (
          <CommunicationEditor
            initial={draftOf(record)}
            onVariables={onVariables}
            button="Save"
            done="Communication saved."
            save={save}
          />
        )}
      </EditRecord>
    </>
  );
}

/** Read-only view for members who cannot edit the message. */
function Shown({ communication: { id, name, slots, variables, tracking, problem } }: { communication: Communication }) {
  return (
    <>
      <Facts
        of={[
          ['Subject', slots.subject],
          ['Variables', variables.length === 0 ? 'None' : variables.join(', ')],
          ['Opens and clicks', tracking ? 'Tracked' : 'Not tracked'],
        ]}
      />
      {problem === null && (
        <Section title="Preview" note="Without personal values">
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
