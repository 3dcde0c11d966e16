import { useQueryClient } from '@tanstack/react-query';
import { numberLimits } from '../../../domain/number-limits';
import { textLimits } from '../../../domain/text-limits';
import { api, unwrap, type Schemas } from '../../api/client';
import { Copyable } from '../../components/copyable';
import { Facts, Section } from '../../components/facts';
import { CheckField, Form, SelectField, TextField } from '../../components/form';
import { Page } from '../../components/page';
import { Read, useRead } from '../../components/read';
import { TimezoneField } from '../../components/timezone-field';
import { formatWords } from '../../format/words';
import { useMay } from '../../session/session';
import { DeleteWorkspace } from './delete-workspace';
import { Referrers } from './referrers';

type Workspace = Schemas['Workspace'];

export const useWorkspace = () => useRead(['workspace'], () => unwrap(api.GET('/api/workspace')));

/** Saves workspace settings and updates the cached workspace. */
export function useSaveWorkspace(): (body: Schemas['UpdateWorkspace']) => Promise<void> {
  const client = useQueryClient();
  return async (body) => {
    client.setQueryData(['workspace'], await unwrap(api.PATCH('/api/workspace', { body })));
    // The switcher shows the name.
    if (body.name !== undefined) void client.invalidateQueries({ queryKey: ['workspaces'] });
  };
}

export function WorkspacePage() {
  const query = useWorkspace();
  const mayWrite = useMay('workspace.write');
  const mayDelete = useMay('workspace.delete');
  const save = useSaveWorkspace();
  return (
    <Page title="Workspace" intro="Settings for all journeys, messages and reports.">
      <Read query={query}>
        {(workspace) => (
          <>
            <Facts
              of={[
                ['Plan', formatWords(workspace.plan)],
                [
                  'Workspace key (public)',
                  <Copyable key="key" label="Workspace key">
                    {workspace.workspaceKey}
                  </Copyable>,
                ],
                [
                  'ID',
                  <Copyable key="id" label="Workspace ID">
                    {workspace.id}
                  </Copyable>,
                ],
                ...(mayWrite ? [] : facts(workspace)),
              ]}
            />
            {mayWrite && (
              <Section title="Settings">
                <Settings workspace={workspace} />
              </Section>
            )}
            {mayWrite && (
              <Section title="Referrers" note="A visitor who comes from these domains continues the previous visit.">
                <Referrers workspace={workspace} save={save} />
              </Section>
            )}
            {mayDelete && <DeleteWorkspace workspace={workspace} />}
          </>
        )}
      </Read>
    </Page>
  );
}

const facts = (workspace: Workspace): (readonly [string, string])[] => [
  ['Name', workspace.name],
  ['Timezone', workspace.timezone],
  ['Attribution', workspace.attributionModel === null ? 'Not set' : formatWords(workspace.attributionModel)],
  ['Holdout', `${workspace.holdoutPercent}%`],
  [
    'Frequency cap',
    workspace.frequencyCap === null ? 'None' : `${workspace.frequencyCap.max} in ${workspace.frequencyCap.days} days`,
  ],
  [
    'Quiet hours',
    workspace.quietHours === null ? 'None' : `${workspace.quietHours.start} to ${workspace.quietHours.end}`,
  ],
  ['Unknown outcomes', workspace.unknownOutcome === 'rather_twice' ? 'Resend' : 'Do not resend'],
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
    // An incomplete pair is sent as is, so that the API reports the missing field.
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
    <Form send={(fields) => save(bodyOf(fields))} button="Save" done="Settings saved.">
      <TextField label="Name" name="name" defaultValue={workspace.name} required maxLength={textLimits.name} />
      <TimezoneField
        label="Timezone"
        name="timezone"
        defaultValue={workspace.timezone}
        required
        hint="For reports and the digest. For example, Europe/Berlin."
      />
      <SelectField
        label="Attribution"
        name="attributionModel"
        defaultValue={workspace.attributionModel ?? ''}
        hint="The default model for crediting conversions to visits."
      >
        <option value="">Not set</option>
        {models.map((model) => (
          <option key={model} value={model}>
            {formatWords(model)}
          </option>
        ))}
      </SelectField>
      <TextField
        label="Holdout (%)"
        name="holdoutPercent"
        type="number"
        {...numberLimits.percent}
        step="any"
        defaultValue={workspace.holdoutPercent}
        required
        hint="The default for new journeys: this share of people gets no messages."
      />
      <Limits workspace={workspace} />
      <TextField
        label="Event retention (days)"
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
        hint="Comma-separated. Masked in simulations."
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
          label="Frequency cap (messages)"
          name="frequencyCap.max"
          type="number"
          {...numberLimits.capMessages}
          defaultValue={frequencyCap?.max}
          hint="Leave empty for no cap."
        />
        <TextField
          label="Period (days)"
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
          hint="In the timezone of each person. Leave empty for none."
        />
        <TextField label="Quiet hours to" name="quietHours.end" type="time" defaultValue={quietHours?.end} />
      </div>
      <SelectField
        label="Unknown send outcome"
        name="unknownOutcome"
        defaultValue={unknownOutcome}
        hint="After a timeout, Apex may not know whether a journey message was sent. Transactional messages are never sent twice."
      >
        <option value="never_twice">Do not resend: a few people may miss a message</option>
        <option value="rather_twice">Resend: a few people may get a message twice</option>
      </SelectField>
    </>
  );
}

function Choices({ workspace }: { workspace: Workspace }) {
  return (
    <>
      <CheckField
        label="Allow experiments to run scripts"
        name="allowJsPatches"
        defaultChecked={workspace.allowJsPatches}
      />
      <CheckField label="Respect Do Not Track" name="respectDoNotTrack" defaultChecked={workspace.respectDoNotTrack} />
      <CheckField
        label="Allow emails to people created by the snippet"
        name="mailPublicLeads"
        defaultChecked={workspace.mailPublicLeads}
      />
    </>
  );
}
