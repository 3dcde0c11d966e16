import { useState } from 'react';
import type { Schemas } from '../../../api/client';
import { attributeRows, attributesOf, rowProblem, type AttributeRow } from '../../../format/attribute-value';
import { isSame } from '../../../format/is-same';
import { AttributeRows } from '../../people/attribute-rows';
import { nowhere } from '../model/edges';
import type { FieldsProps, StepKindDefinition, StepOf } from './step-kind';

type Attributes = StepOf<'update_person'>['attributes'];

export const updatePerson: StepKindDefinition<'update_person'> = {
  kind: 'update_person',
  title: 'Update person',
  purpose: 'Set attributes',
  icon: 'M5.500 5.500a2.500 2.500 0 1 0 5 0a2.500 2.500 0 1 0-5 0M3 13.500c0-3 2-4.500 5-4.500s5 1.500 5 4.500',
  tone: 'info',
  create: (id) => ({ id, kind: 'update_person', attributes: {}, next: nowhere }),
  describe: ({ attributes }) => {
    const names = Object.keys(attributes);
    return names.length === 0 ? 'Add an attribute' : `Sets ${names.join(', ')}`;
  },
  describeMet: ({ status }) => (status === 'waiting' ? 'Updating the person' : 'Updated the person'),
  Fields: AttributeFields,
  SimulatedDetails,
};

function AttributeFields({ step, onChange, problemOf }: FieldsProps<'update_person'>) {
  const [typed, setTyped] = useState<AttributeRow[] | null>(null);
  // After undo, the typed rows no longer match.
  const isTyped = typed !== null && isSame(attributesIn(typed), step.attributes);
  const problem = problemOf('attributes');
  return (
    <>
      <AttributeRows
        hint="Texts are Liquid. The value null of type JSON removes an attribute."
        rows={isTyped ? typed : attributeRows(step.attributes)}
        onChange={(rows) => {
          setTyped(rows);
          onChange({ ...step, attributes: attributesIn(rows) });
        }}
      />
      {problem !== undefined && <p className="problem">{problem}</p>}
    </>
  );
}

/** The attributes of the rows without problems. */
const attributesIn = (rows: readonly AttributeRow[]): Attributes =>
  attributesOf(rows.filter((row) => rowProblem(row) === null)) as Attributes;

function SimulatedDetails({ step: { attributes } }: { step: Schemas['SimulatedStep'] }) {
  if (attributes === undefined) return null;
  return (
    <pre>
      {attributeRows(attributes)
        .map(({ name, text }) => `${name}: ${text}`)
        .join('\n')}
    </pre>
  );
}
