import { useState, type KeyboardEvent } from 'react';
import type { JourneyStep } from '../../../../domain/journeys/schemas';
import { Dialog } from '../../../components/dialog';
import { StepIcon } from '../canvas/step-icon';
import { startId } from '../model/edges';
import { placesNextTo, type Place } from '../model/places';
import { SelectInput } from '../panel/fields';
import { stepKinds } from '../steps/registry';
import type { StepKind } from '../steps/step-kind';

const kinds = Object.values(stepKinds);

interface Props {
  steps: readonly JourneyStep[];
  /** The initial place of the step. */
  place: Place;
  onClose: () => void;
  onChoose: (kind: StepKind, place: Place) => void;
}

/** Chooses the kind and the place of a new step. Arrow keys and first letters move between the kinds. */
export function AddDialog({ steps, place, onClose, onChoose }: Props) {
  const places = placesNextTo(steps, stepOf(place));
  const [key, setKey] = useState(() => keyOf(place, places[0]?.key ?? ''));
  const chosen = places.find((one) => one.key === key)?.place ?? null;
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="Add step">
      <SelectInput
        label="Where"
        value={key}
        options={places.map((one) => [one.key, one.title] as const)}
        onChange={setKey}
      />
      <ul className="kinds" aria-label="Kind" onKeyDown={moveAmongKinds}>
        {kinds.map(({ kind, title, purpose }, index) => (
          <li key={kind}>
            <button type="button" autoFocus={index === 0} onClick={() => onChoose(kind, chosen)}>
              <StepIcon kind={kind} />
              <strong>{title}</strong>
              <span className="quiet small">{purpose}</span>
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

function stepOf(place: Place): string | null {
  if (place === null) return null;
  return 'after' in place ? place.after : place.from === startId ? null : place.from;
}

const keyOf = (place: Place, first: string): string => (place !== null && 'field' in place ? place.field : first);

function moveAmongKinds(event: KeyboardEvent<HTMLUListElement>): void {
  const buttons = [...event.currentTarget.querySelectorAll('button')];
  const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (by !== undefined) {
    event.preventDefault();
    buttons[(at + by + buttons.length) % buttons.length]?.focus();
  }
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const starts = (place: number): boolean => kinds[place]?.title[0]?.toLowerCase() === event.key.toLowerCase();
  // Start after the focused kind, so that a letter cycles through all kinds that start with it.
  const chosen = kinds.map((_kind, place) => (at + 1 + place) % kinds.length).find(starts);
  if (chosen === undefined) return;
  event.preventDefault();
  buttons[chosen]?.focus();
}
