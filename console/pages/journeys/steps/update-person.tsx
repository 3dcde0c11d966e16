import { useState } from 'react';
import type { Schemas } from '../../../api/client';
import { isSame } from '../../../format/is-same';
import { nowhere } from '../model/edges';
import { TextInput } from '../panel/fields';
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
  const [typed, setTyped] = useState<string | null>(null);
  // After undo, the typed text no longer matches.
  const isTyped = typed !== null && isSame(attributesOf(typed), step.attributes);
  return (
    <TextInput
      label="Attributes (one per line)"
      rows={4}
      placeholder={'plan: pro\nseats: 5'}
      value={isTyped ? typed : linesOf(step.attributes)}
      problem={problemOf('attributes')}
      hint="Texts are Liquid. Numbers, true, false and JSON keep their type; null removes an attribute."
      onChange={(text) => {
        setTyped(text);
        onChange({ ...step, attributes: attributesOf(text) });
      }}
    />
  );
}

const linesOf = (attributes: Attributes): string =>
  Object.entries(attributes)
    .map(([name, value]) => `${name}: ${typeof value === 'string' && isText(value) ? value : JSON.stringify(value)}`)
    .join('\n');

function attributesOf(text: string): Attributes {
  const pairs = text.split('\n').flatMap((line): [string, Attributes[string]][] => {
    const at = line.indexOf(':');
    const value = line.slice(at + 1).trim();
    return at > 0
      ? [[line.slice(0, at).trim(), isText(value) ? value : (JSON.parse(value) as Attributes[string])]]
      : [];
  });
  return Object.fromEntries(pairs);
}

/** Whether a line keeps a value as it is: it has one line, and does not read as JSON. */
function isText(value: string): boolean {
  if (value.includes('\n') || value !== value.trim()) return false;
  try {
    JSON.parse(value);
    return false;
  } catch {
    return true;
  }
}

function SimulatedDetails({ step: { attributes } }: { step: Schemas['SimulatedStep'] }) {
  return attributes === undefined ? null : <pre>{linesOf(attributes as Attributes)}</pre>;
}
