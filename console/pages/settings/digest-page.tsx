import { useQueryClient } from '@tanstack/react-query';
import { api, unwrap, type Schemas } from '../../api/client';
import { ConfirmButton } from '../../components/dialog';
import { Facts, Section } from '../../components/facts';
import { CheckField, Form, SelectField, TextField } from '../../components/form';
import { Page } from '../../components/page';
import { Ago, Read, useRead } from '../../components/read';
import { useToast } from '../../components/toast';
import { countOf } from '../../format/number';
import { useMay } from '../../session/session';
import { DigestPreview } from './digest-preview';
import { useSaveWorkspace } from './workspace-page';

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;

export function DigestPage() {
  const mayWrite = useMay('workspace.write');
  const query = useRead(['digest'], () => unwrap(api.GET('/api/workspace/digest')));
  return (
    <Page
      title="Digest"
      intro="A weekly email with results and decisions, for members who subscribe."
      actions={mayWrite && <RunNow />}
    >
      <Read query={query}>
        {(digest) => (
          <>
            <Facts
              of={[
                [
                  'Schedule',
                  digest.enabled ? `${weekdays[digest.weekday - 1]} at ${digest.time}, ${digest.timezone}` : 'Off',
                ],
                ['Next', <Ago key="next" at={digest.nextRunAt} never="Not scheduled" />],
                ['Last', <Ago key="last" at={digest.lastRunAt} never="Never" />],
              ]}
            />
            {mayWrite && (
              <Section title="Schedule">
                <WhenForm digest={digest} />
              </Section>
            )}
          </>
        )}
      </Read>
      <DigestPreview />
      <Section title="Your notifications" note="Only for you">
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
    <Form send={send} button="Save" done="Digest saved.">
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
        hint={`Timezone: ${digest.timezone}.`}
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
        const started = await unwrap(api.POST('/api/workspace/digest/run'));
        await client.invalidateQueries({ queryKey: ['digest'] });
        toast(describeRun(started));
      }}
    >
      <p>The digest goes to every member who subscribes, at most once a day.</p>
    </ConfirmButton>
  );
}

function describeRun({ alreadySent, recipients }: Schemas['StartedDigest']): string {
  if (alreadySent) return 'Today’s digest was already sent.';
  if (recipients === 0) return 'Nothing was sent: no member receives the digest.';
  return `Sending the digest to ${countOf(recipients, 'member', 'members')}.`;
}

const notifications = [
  ['weeklyDigest', 'Weekly digest'],
  ['experimentStarted', 'Experiment started'],
  ['experimentCompleted', 'Experiment completed'],
  ['integration', 'Connection created, sync completed or failed'],
  ['anomaly', 'Anomaly detected'],
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
        <Form send={send} button="Save notifications" done="Notifications saved.">
          {notifications.map(([name, label]) => (
            <CheckField key={name} label={label} name={name} defaultChecked={wanted[name]} />
          ))}
        </Form>
      )}
    </Read>
  );
}
