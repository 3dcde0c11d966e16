import { useState } from 'react';
import { textLimits } from '../../../domain/text-limits';
import type { Schemas } from '../../api/client';
import { CheckField, Form, SelectField, TextArea, TextField } from '../../components/form';
import type { TypedVariables } from '../../format/preview-variables';
import { useMay } from '../../session/session';
import './communication.css';
import type { Draft } from './content';
import { PreviewPane } from './preview-pane';
import { usePreview } from './use-preview';

interface Props {
  initial: Draft;
  button: string;
  done: string;
  /** @throws ApiError; the form shows its details at their fields */
  save: (draft: Draft) => Promise<unknown>;
  /** Hides the type field: journeys only send marketing messages. */
  marketingOnly?: boolean;
  /** Receives the preview values as they are typed. */
  onVariables?: (variables: TypedVariables) => void;
}

/** Edits a message next to its live preview. */
export function CommunicationEditor({ initial, button, done, save, marketingOnly = false, onVariables }: Props) {
  const [draft, setDraft] = useState(initial);
  const [variables, setVariables] = useState<TypedVariables>({});
  const preview = usePreview(draft, variables);
  const set = (changes: Partial<Draft>): void => setDraft((before) => ({ ...before, ...changes }));
  return (
    <div className="communication-editor">
      <Form send={() => save(draft)} button={button} done={done} problems={preview.problems}>
        <TextField
          label="Name"
          name="name"
          required
          maxLength={textLimits.name}
          value={draft.name}
          onChange={({ target }) => set({ name: target.value })}
          hint="Only members of your workspace see it."
        />
        {!marketingOnly && <KindField draft={draft} onChange={set} />}
        <Content {...{ draft, set }} />
        <CheckField
          label="Track opens and clicks"
          name="tracking"
          checked={draft.tracking}
          onChange={({ target }) => set({ tracking: target.checked })}
        />
      </Form>
      <PreviewPane
        {...{ preview, variables }}
        onVariables={(typed) => {
          setVariables(typed);
          onVariables?.(typed);
        }}
        name={draft.name}
      />
    </div>
  );
}

interface PartProps {
  draft: Draft;
  set: (changes: Partial<Draft>) => void;
}

function KindField({ draft, onChange }: { draft: Draft; onChange: PartProps['set'] }) {
  const mayTransactional = useMay('communications.write_transactional');
  return (
    <SelectField
      label="Type"
      name="commType"
      value={draft.commType}
      onChange={({ target }) => onChange({ commType: target.value as Schemas['Communication']['commType'] })}
      hint={
        draft.commType === 'marketing'
          ? 'Sent by journeys to people with marketing consent. Includes an unsubscribe link.'
          : 'Sent by your services through the API. Has no unsubscribe link.'
      }
    >
      <option value="marketing">Marketing</option>
      {(mayTransactional || draft.commType === 'transactional') && <option value="transactional">Transactional</option>}
    </SelectField>
  );
}

const slotLabels = [
  ['headline', 'Headline', textLimits.slotText, false],
  ['body', 'Body', textLimits.slotText, true],
  ['ctaLabel', 'Button text', textLimits.ctaLabel, false],
  ['ctaUrl', 'Button URL', textLimits.ctaUrl, false],
] as const;

const htmlHint = 'Text, or HTML if it contains a tag such as <strong> or <a>.';
const slotHints = {
  headline: htmlHint,
  body: `${htmlHint} In text, empty lines separate paragraphs.`,
  ctaLabel: undefined,
  ctaUrl: 'Starts with https://. A variable can contain the whole URL.',
};

function Content({ draft, set }: PartProps) {
  const { slots, html, text } = draft;
  const setSlot = (name: keyof typeof slots, value: string): void => set({ slots: { ...slots, [name]: value } });
  return (
    <>
      <TextField
        label="Subject"
        name="slots.subject"
        maxLength={textLimits.subject}
        value={slots.subject}
        onChange={({ target }) => setSlot('subject', target.value)}
        hint={<Placeholders commType={draft.commType} />}
      />
      <SelectField
        label="Layout"
        name="layout"
        value={html === null ? 'slots' : 'html'}
        onChange={({ target }) => set({ html: target.value === 'html' ? (html ?? '') : null })}
      >
        <option value="slots">Headline, text and button</option>
        <option value="html">Custom HTML</option>
      </SelectField>
      {html === null ? (
        slotLabels.map(([name, label, maxLength, long]) => {
          const field = {
            ...{ label, maxLength, name: `slots.${name}`, value: slots[name] },
            onChange: ({ target }: { target: { value: string } }) => setSlot(name, target.value),
          };
          const hint = slotHints[name];
          if (long) return <TextArea key={name} {...field} rows={7} hint={hint} />;
          return <TextField key={name} {...field} hint={hint} />;
        })
      ) : (
        <TextArea
          label="HTML"
          name="html"
          rows={14}
          className="mono"
          spellCheck={false}
          maxLength={textLimits.content}
          value={html}
          onChange={({ target }) => set({ html: target.value })}
        />
      )}
      <TextArea
        label="Plain text"
        name="text"
        maxLength={textLimits.content}
        value={text ?? ''}
        onChange={({ target }) => set({ text: target.value === '' ? null : target.value })}
        hint="For email apps without HTML. Leave empty to create it from the message."
      />
    </>
  );
}

function Placeholders({ commType }: { commType: Draft['commType'] }) {
  return commType === 'marketing' ? (
    <>
      <code>{'{{ attributes.first_name }}'}</code> and <code>{'{{ event.data.plan }}'}</code> are replaced for each
      person. Use <code>{'{{ attributes.first_name | default: "there" }}'}</code> to set a fallback.
    </>
  ) : (
    <>
      Variables such as <code>{'{{ reset_url }}'}</code> are set by the API request.
    </>
  );
}
