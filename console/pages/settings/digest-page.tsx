import { useQueryClient } from '@tanstack/react-query';
import { api, unwrap, type Schemas } from '../../api/client';
import { ConfirmButton } from '../../components/dialog';
import { Facts, Section } from '../../components/facts';
import { CheckField, Form, SelectField, TextField } from '../../components/form';
import { Page } from '../../components/page';
import { Ago, Read, useRead } from '../../components/read';
import { useToast } from '../../components/toast';
import { useMay } from '../../session/session';
import { useSaveWorkspace } from './workspace-page';

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;

export function DigestPage() {
  const mayWrite = useMay('workspace.write');
  const query = useRead(['digest'], () => unwrap(api.GET('/api/workspace/digest')));
  return (
    <Page
      title="Digest"
      intro="The week’s figures and decisions, by mail to every member who wants them."
      actions={mayWrite && <RunNow />}
    >
      <Read query={query}>
        {(digest) => (
          <>
            <Facts
              of={[
                [
                  'Sent',
                  digest.enabled ? `${weekdays[digest.weekday - 1]} at ${digest.time}, ${digest.timezone}` : 'not sent',
                ],
                ['Next', <Ago key="next" at={digest.nextRunAt} never="none is planned" />],
                ['Last', <Ago key="last" at={digest.lastRunAt} never="none yet" />],
              ]}
            />
            {mayWrite && (
              <Section title="When it is sent">
                <WhenForm digest={digest} />
              </Section>
            )}
          </>
        )}
      </Read>
      <Section title="What you get" note="yourself alone">
        <Notifications />
      </Section>
    </Page>
  );
}

function WhenForm({ digest }: { digest: Schemas['Digest'] }) {
  const client = useQueryClient();
  const save = useSaveWorkspace();
  const send = async (fields: FormData): Promise<void> => {
    const [weekday, time] = [Number(fields.get('digest.weekday')), String(fields.get('digest.time'))];
    await save({ digest: { enabled: fields.has('digest.enabled'), weekday, time } });
    await client.invalidateQueries({ queryKey: ['digest'] });
  };
  return (
    <Form send={send} button="Save" done="The digest is saved.">
      <CheckField label="Send the weekly digest" name="digest.enabled" defaultChecked={digest.enabled} />
      <SelectField label="Day" name="digest.weekday" defaultValue={digest.weekday}>
        {weekdays.map((name, index) => (
          <option key={name} value={index + 1}>
            {name}
          </option>
        ))}
      </SelectField>
      <TextField
        label="Time"
        name="digest.time"
        type="time"
        required
        defaultValue={digest.time}
        hint={`In ${digest.timezone}.`}
      />
    </Form>
  );
}

function RunNow() {
  const client = useQueryClient();
  const toast = useToast();
  return (
    <ConfirmButton
      label="Send now"
      title="Send the digest now?"
      confirm="Send now"
      danger={false}
      act={async () => {
        await unwrap(api.POST('/api/workspace/digest/run'));
        await client.invalidateQueries({ queryKey: ['digest'] });
        toast('The digest is on its way.');
      }}
    >
      <p>It goes to every member who wants it, at most once a day.</p>
    </ConfirmButton>
  );
}

const notifications = [
  ['weeklyDigest', 'The weekly digest'],
  ['experimentStarted', 'An experiment was started'],
  ['experimentCompleted', 'An experiment was completed'],
  ['integration', 'A connection was made, and what became of its imports'],
  ['anomaly', 'A figure is out of the ordinary'],
] as const;

function Notifications() {
  const client = useQueryClient();
  const query = useRead(['notifications'], () => unwrap(api.GET('/api/session/notifications')));
  const send = async (fields: FormData): Promise<void> => {
    const body = Object.fromEntries(notifications.map(([name]) => [name, fields.has(name)]));
    client.setQueryData(['notifications'], await unwrap(api.PATCH('/api/session/notifications', { body })));
  };
  return (
    <Read query={query}>
      {(wanted) => (
        <Form send={send} button="Save mine" done="What you get is saved.">
          {notifications.map(([name, label]) => (
            <CheckField key={name} label={label} name={name} defaultChecked={wanted[name]} />
          ))}
        </Form>
      )}
    </Read>
  );
}
