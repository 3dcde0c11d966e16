import { inPercent, numberLimits } from '../../../domain/number-limits';
import { textLimits } from '../../../domain/text-limits';
import type { Schemas } from '../../api/client';
import { Form, TextArea, TextField } from '../../components/form';
import { formList, formText, textOrNull } from '../../components/form-text';

type Belief = Schemas['Belief'];

export interface BeliefDraft {
  statement: string;
  /** Confidence before any evidence, 0 to 1. */
  prior: number;
  subject: string | null;
  audience: string | null;
  owner: string | null;
  tags: string[];
  evidenceNotes: string[];
}

interface Props {
  initial?: Belief;
  button: string;
  done: string;
  /** API field of the initial confidence: `confidence` when creating a belief, `prior` when updating it. */
  priorName: 'confidence' | 'prior';
  /** @throws ApiError; the form shows its details at their fields */
  save: (belief: BeliefDraft) => Promise<unknown>;
}

/** Edits a belief: its statement, initial confidence and labels. */
export function BeliefForm({ initial, button, done, priorName, save }: Props) {
  const send = (fields: FormData): Promise<unknown> =>
    save({
      statement: formText(fields, 'statement'),
      prior: Number((Number(formText(fields, priorName)) / 100).toFixed(6)),
      subject: textOrNull(fields, 'subject'),
      audience: textOrNull(fields, 'audience'),
      owner: textOrNull(fields, 'owner'),
      tags: formList(fields, 'tags'),
      evidenceNotes: formText(fields, 'evidenceNotes')
        .split('\n')
        .map((note) => note.trim())
        .filter((note) => note !== ''),
    });
  return (
    <Form send={send} button={button} done={done}>
      <TextArea
        label="Belief"
        name="statement"
        required
        maxLength={textLimits.longText}
        defaultValue={initial?.statement}
        placeholder="Shorter forms convert better"
      />
      <TextField
        label="Initial confidence (%)"
        name={priorName}
        type="number"
        {...inPercent(numberLimits.share)}
        step="any"
        required
        defaultValue={initial === undefined ? 50 : Number((initial.prior * 100).toFixed(4))}
        hint="Your confidence before any evidence. 50 means undecided."
      />
      <div className="field-row">
        <TextField label="Subject" name="subject" maxLength={textLimits.name} defaultValue={initial?.subject ?? ''} />
        <TextField
          label="Audience"
          name="audience"
          maxLength={textLimits.name}
          defaultValue={initial?.audience ?? ''}
        />
        <TextField label="Owner" name="owner" maxLength={textLimits.name} defaultValue={initial?.owner ?? ''} />
      </div>
      <TextField label="Tags" name="tags" defaultValue={initial?.tags.join(', ')} hint="Separate tags with commas." />
      <TextArea
        label="Evidence notes"
        name="evidenceNotes"
        defaultValue={initial?.evidenceNotes.join('\n')}
        hint="One note per line. Notes do not change the confidence."
      />
    </Form>
  );
}
