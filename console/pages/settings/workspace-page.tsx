import { useQueryClient } from '@tanstack/react-query';
import { numberLimits } from '../../../domain/number-limits';
import { textLimits } from '../../../domain/text-limits';
import { api, unwrap, type Schemas } from '../../api/client';
import { Facts, Section } from '../../components/facts';
import { CheckField, Form, SelectField, TextField } from '../../components/form';
import { Page } from '../../components/page';
import { Read, useRead } from '../../components/read';
import { TimezoneField } from '../../components/timezone-field';
import { useMay } from '../../session/session';

type Workspace = Schemas['Workspace'];

export const useWorkspace = () => useRead(['workspace'], () => unwrap(api.GET('/api/workspace')));

/** Saves part of the workspace's settings, and what the pages show of them. */
export function useSaveWorkspace(): (body: Schemas['UpdateWorkspace']) => Promise<void> {
  const client = useQueryClient();
  return async (body) => {
    client.setQueryData(['workspace'], await unwrap(api.PATCH('/api/workspace', { body })));
  };
}

export function WorkspacePage() {
  const query = useWorkspace();
  const mayWrite = useMay('workspace.write');
  return (
    <Page title="Workspace" intro="What holds for every journey, message and figure of the workspace.">
      <Read query={query}>
        {(workspace) => (
          <>
            <Facts
              of={[
                ['Plan', workspace.plan],
                [
                  'Workspace key (public)',
                  <span key="key" className="mono">
                    {workspace.workspaceKey}
                  </span>,
                ],
                [
                  'Id',
                  <span key="id" className="mono">
                    {workspace.id}
                  </span>,
                ],
                ...(mayWrite ? [] : facts(workspace)),
              ]}
            />
            {mayWrite && (
              <Section title="Settings">
                <Settings workspace={workspace} />
              </Section>
            )}
          </>
        )}
      </Read>
    </Page>
  );
}

const facts = (workspace: Workspace): (readonly [string, string])[] => [
  ['Name', workspace.name],
  ['Timezone', workspace.timezone],
  ['Attribution', workspace.attributionModel ?? 'not set'],
  ['Holdout', `${workspace.holdoutPercent} %`],
  [
    'Frequency cap',
    workspace.frequencyCap === null ? 'none' : `${workspace.frequencyCap.max} in ${workspace.frequencyCap.days} days`,
  ],
  [
    'Quiet hours',
    workspace.quietHours === null ? 'none' : `${workspace.quietHours.start} to ${workspace.quietHours.end}`,
  ],
  ['Unknown outcomes', workspace.unknownOutcome === 'rather_twice' ? 'sent again' : 'not sent again'],
];

const models = ['first_touch', 'last_touch', 'linear', 'position_based', 'time_decay'] as const;

const text = (fields: FormData, name: string): string => String(fields.get(name) ?? '').trim();
const optionalNumber = (fields: FormData, name: string): number | null =>
  text(fields, name) === '' ? null : Number(text(fields, name));

function bodyOf(fields: FormData): Schemas['UpdateWorkspace'] {
  const [max, days] = [optionalNumber(fields, 'frequencyCap.max'), optionalNumber(fields, 'frequencyCap.days')];
  const [start, end] = [text(fields, 'quietHours.start'), text(fields, 'quietHours.end')];
  return {
    name: text(fields, 'name'),
    timezone: text(fields, 'timezone'),
    attributionModel: models.find((model) => model === fields.get('attributionModel')) ?? null,
    holdoutPercent: Number(text(fields, 'holdoutPercent')),
    retentionDays: Number(text(fields, 'retentionDays')),
    // Half of a pair is sent as it is: the API says at the field what is missing.
    frequencyCap: max === null && days === null ? null : { max: max as number, days: days as number },
    quietHours: start === '' && end === '' ? null : { start, end },
    personalAttributes: text(fields, 'personalAttributes')
      .split(',')
      .map((one) => one.trim())
      .filter((one) => one !== ''),
    unknownOutcome: fields.get('unknownOutcome') === 'rather_twice' ? 'rather_twice' : 'never_twice',
    allowJsPatches: fields.has('allowJsPatches'),
    respectDoNotTrack: fields.has('respectDoNotTrack'),
    mailPublicLeads: fields.has('mailPublicLeads'),
  };
}

function Settings({ workspace }: { workspace: Workspace }) {
  const save = useSaveWorkspace();
  return (
    <Form send={(fields) => save(bodyOf(fields))} button="Save" done="The settings are saved.">
      <TextField label="Name" name="name" defaultValue={workspace.name} required maxLength={textLimits.name} />
      <TimezoneField
        label="Timezone"
        name="timezone"
        defaultValue={workspace.timezone}
        required
        hint="Days of figures and of the digest begin in it, as Europe/Berlin."
      />
      <SelectField
        label="Attribution"
        name="attributionModel"
        defaultValue={workspace.attributionModel ?? ''}
        hint="Which visits a conversion is credited to, by default."
      >
        <option value="">not set</option>
        {models.map((model) => (
          <option key={model}>{model}</option>
        ))}
      </SelectField>
      <TextField
        label="Holdout, percent"
        name="holdoutPercent"
        type="number"
        {...numberLimits.percent}
        step="any"
        defaultValue={workspace.holdoutPercent}
        required
        hint="What new journeys begin with: so many people get nothing from that journey, for comparison."
      />
      <Limits workspace={workspace} />
      <TextField
        label="Days that events are kept"
        name="retentionDays"
        type="number"
        {...numberLimits.retentionDays}
        defaultValue={workspace.retentionDays}
        required
      />
      <TextField
        label="Personal attributes"
        name="personalAttributes"
        defaultValue={workspace.personalAttributes.join(', ')}
        hint="Separated by commas; masked in simulations."
      />
      <Choices workspace={workspace} />
    </Form>
  );
}

function Limits({ workspace: { frequencyCap, quietHours, unknownOutcome } }: { workspace: Workspace }) {
  return (
    <>
      <div className="field-row">
        <TextField
          label="Messages at most"
          name="frequencyCap.max"
          type="number"
          {...numberLimits.capMessages}
          defaultValue={frequencyCap?.max}
          hint="Empty: no cap."
        />
        <TextField
          label="in days"
          name="frequencyCap.days"
          type="number"
          {...numberLimits.capDays}
          defaultValue={frequencyCap?.days}
        />
      </div>
      <div className="field-row">
        <TextField
          label="Quiet hours from"
          name="quietHours.start"
          type="time"
          defaultValue={quietHours?.start}
          hint="In each person’s timezone. Empty: none."
        />
        <TextField label="to" name="quietHours.end" type="time" defaultValue={quietHours?.end} />
      </div>
      <SelectField
        label="If the outcome of a message is unknown"
        name="unknownOutcome"
        defaultValue={unknownOutcome}
        hint="After a timeout the email provider cannot always say whether it has a journey message. Transactional messages are never sent twice."
      >
        <option value="never_twice">Do not send it again: a few people may miss it</option>
        <option value="rather_twice">Send it again: a few people may get it twice</option>
      </SelectField>
    </>
  );
}

function Choices({ workspace }: { workspace: Workspace }) {
  return (
    <>
      <CheckField
        label="Experiments may run scripts on your pages"
        name="allowJsPatches"
        defaultChecked={workspace.allowJsPatches}
      />
      <CheckField
        label="The snippet respects Do Not Track"
        name="respectDoNotTrack"
        defaultChecked={workspace.respectDoNotTrack}
      />
      <CheckField
        label="People whom pages made may be mailed at once"
        name="mailPublicLeads"
        defaultChecked={workspace.mailPublicLeads}
      />
    </>
  );
}
