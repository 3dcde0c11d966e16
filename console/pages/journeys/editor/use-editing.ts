import { useCallback, useMemo, useState } from 'react';
import type { JourneyDefinition, JourneyStep } from '../../../../domain/journeys/schemas';
import { useToast } from '../../../components/toast';
import { copyToClipboard, readClipboard } from './clipboard';
import { startId, type Exit } from '../model/edges';
import * as edit from '../model/edit-steps';
import { begin, change, redo, undo } from '../model/history';
import { neighbour } from '../model/navigate';
import { freeId } from '../model/free-id';
import type { Place } from '../model/places';
import { stepKinds } from '../steps/registry';
import type { StepKind } from '../steps/step-kind';

/** The state of the draft editor: history, selection and edit commands. */
export function useEditing(initial: JourneyDefinition) {
  const toast = useToast();
  const [history, setHistory] = useState(() => begin(initial));
  const [selected, setSelected] = useState<ReadonlySet<string>>(() => new Set([startId]));
  const definition = history.present;
  const update = useCallback(
    (map: (definition: JourneyDefinition) => JourneyDefinition, about: string | null = null) =>
      setHistory((before) => change(before, map(before.present), about)),
    [],
  );
  const setSteps = useCallback(
    (map: (steps: readonly JourneyStep[]) => JourneyStep[], about: string | null = null) =>
      update((before) => ({ ...before, steps: map(before.steps) }), about),
    [update],
  );
  const only = [...selected].find((id) => id !== startId) ?? null;
  const steps = definition.steps;
  const acts = useMemo(
    () => actsOf({ steps, selected, only, setSteps, setSelected, report: toast }),
    [steps, selected, only, setSteps, toast],
  );
  return {
    ...{ definition, steps, selected, setSelected, only, update, acts },
    undo: useCallback(() => setHistory(undo), []),
    redo: useCallback(() => setHistory(redo), []),
    reset: useCallback((next: JourneyDefinition) => setHistory(begin(next)), []),
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
  };
}

interface Acting {
  steps: readonly JourneyStep[];
  selected: ReadonlySet<string>;
  /** The selected step. */
  only: string | null;
  setSteps: (map: (steps: readonly JourneyStep[]) => JourneyStep[], about?: string | null) => void;
  setSelected: (ids: ReadonlySet<string>) => void;
  report: (message: string) => void;
}

function actsOf({ steps, selected, only, setSteps, setSelected, report }: Acting) {
  const place = ({ steps: next, ids }: { steps: JourneyStep[]; ids: string[] }): void => {
    setSteps(() => next);
    setSelected(new Set(ids));
  };
  return {
    add(kind: StepKind, at: Place): string {
      const step = stepKinds[kind].create(freeId(new Set(steps.map(({ id }) => id)), kind));
      const next =
        at === null
          ? edit.addUnconnected(steps, step)
          : 'after' in at
            ? edit.insertAfter(steps, at.after, step)
            : edit.insertAt(steps, at, step);
      place({ steps: next, ids: [step.id] });
      return step.id;
    },
    connect: (exit: Exit, to: string) => setSteps((before) => edit.connect(before, exit, to)),
    disconnect: (exit: Exit) => setSteps((before) => edit.disconnect(before, exit)),
    remove(): void {
      const next = edit.removeSteps(steps, selected);
      if (next.length === steps.length) {
        if (only !== null) report('A journey needs at least one step.');
        return;
      }
      const before = only === null ? null : neighbour(steps, only, 'up');
      place({ steps: next, ids: [next.some(({ id }) => id === before) ? (before ?? startId) : startId] });
    },
    duplicate: () => only !== null && place(edit.duplicateStep(steps, only)),
    copy(): void {
      const copied = steps.filter(({ id }) => selected.has(id));
      if (copied.length === 0) return;
      copyToClipboard(copied);
      report(
        `${copied.length} ${copied.length === 1 ? 'step' : 'steps'} copied. You can also paste into other journeys.`,
      );
    },
    paste(): void {
      const copied = readClipboard();
      if (copied.length > 0) place(edit.pasteAfter(steps, only, copied));
    },
    rename(id: string, next: string): void {
      place({ steps: edit.renameStep(steps, id, next), ids: [next] });
    },
    replace(step: JourneyStep): void {
      const field = typedField();
      setSteps(
        (before) => edit.replaceStep(before, step.id, () => step),
        field === null ? null : `${step.id} ${field}`,
      );
    },
  };
}

/** Returns the id of the focused text field; null for other controls, where each change is a separate undo step. */
function typedField(): string | null {
  const field = document.activeElement;
  if (field instanceof HTMLTextAreaElement) return field.id;
  return field instanceof HTMLInputElement && !/^(checkbox|radio)$/.test(field.type) ? field.id : null;
}

export type Editing = ReturnType<typeof useEditing>;
