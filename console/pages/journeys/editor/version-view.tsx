import { useMemo, useState } from 'react';
import { journeyChanges, type FrozenVersion } from '../../../../domain/journeys/diff';
import type { JourneyDefinition } from '../../../../domain/journeys/schemas';
import { api, unwrap, type Schemas } from '../../../api/client';
import { useFilters } from '../../../components/filters';
import { Read, useRead } from '../../../components/read';
import type { Marks } from '../canvas/marks';
import { ChangeList } from '../change-list';
import { definitionOf } from '../model/definition';
import { startId } from '../model/edges';
import { draftChanges } from '../model/merge';
import { startOf } from '../start-of';
import { SettingsPanel } from '../panel/settings-panel';
import { StepPanel } from '../panel/step-panel';
import { useJourneyParts } from '../use-journey-parts';
import { Stage } from './stage';
import { StepSearch, Toolbar } from './toolbar';
import { canvasKeys } from './use-canvas-keys';
import { useStage } from './use-stage';

interface Props {
  journey: Schemas['Journey'];
  /** The version to show; the current state without one. */
  version: string | undefined;
  marks: Marks;
}

const readVersion = (journey: Schemas['Journey'], version: string | undefined) => () =>
  version === undefined || version === 'draft'
    ? Promise.resolve(journey)
    : unwrap(
        api.GET('/api/journeys/{id}', {
          params: { path: { id: journey.id }, query: { version: Number(version) } },
        }),
      );

/** Shows a version, and its differences from the version in the address. */
export function VersionView({ journey, version, marks }: Props) {
  const { values } = useFilters();
  const against = values['against'];
  const query = useRead(
    ['journeys', journey.id, 'version', version ?? journey.updatedAt],
    readVersion(journey, version),
  );
  const other = useRead(['journeys', journey.id, 'version', against ?? 'none'], readVersion(journey, against));
  return (
    <Read query={query}>
      {(shown) => <Shown shown={shown} before={against === undefined ? undefined : other.data} marks={marks} />}
    </Read>
  );
}

interface ShownProps {
  shown: Schemas['Journey'];
  before: Schemas['Journey'] | undefined;
  marks: Marks;
}

function Shown({ shown, before, marks }: ShownProps) {
  const definition = useMemo(() => definitionOf(shown), [shown]);
  const { parts, nameOf } = useJourneyParts();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set([startId]));
  const compared = useMemo(() => compare(before, shown), [before, shown]);
  const start = useMemo(() => startOf(definition, parts), [definition, parts]);
  const steps = useMemo(() => [...definition.steps, ...(compared?.removed ?? [])], [definition, compared]);
  const shownMarks = compared?.marks ?? marks;
  const stage = useStage({ steps, selected, setSelected });
  const step = steps.find(({ id }) => selected.has(id));
  return (
    <div className="journey-editor" ref={stage.root} onKeyDown={canvasKeys({ ...stage, steps, selected, edit: null })}>
      <Toolbar
        editing={null}
        onAdd={() => undefined}
        save={null}
        latestVersion={shown.latestVersion ?? 0}
        problems={0}
        onProblem={() => undefined}
        search={<StepSearch {...{ steps, nameOf }} onFound={stage.show} />}
      />
      <div className="journey-stage">
        <Stage {...{ steps, start, selected, nameOf }} marks={shownMarks} onSelect={setSelected} focus={stage.focus} />
      </div>
      <aside className="journey-panel" aria-label="Details">
        {compared !== null && (
          <>
            <h2>{differenceTitle(shown, before)}</h2>
            {shown.version !== before?.version && <ChangeList changes={compared.changes} />}
          </>
        )}
        <fieldset disabled>
          <legend className="visually-hidden">Read-only settings</legend>
          {step === undefined ? (
            <SettingsPanel {...{ definition, parts }} problems={[]} onChange={() => undefined} />
          ) : (
            <StepPanel
              {...{ step, steps, parts }}
              goal={definition.goalEventName}
              problems={[]}
              onChange={() => undefined}
              onRename={() => undefined}
            />
          )}
        </fieldset>
      </aside>
    </div>
  );
}

function differenceTitle(shown: Schemas['Journey'], before: Schemas['Journey'] | undefined): string {
  const [name, beforeName] = [versionName(shown), versionName(before)];
  return name === beforeName ? `Both are ${name}` : `Changes from ${beforeName} to ${name}`;
}

const versionName = (journey: Schemas['Journey'] | undefined): string =>
  journey?.version === 'draft' ? 'the draft' : `version ${journey?.version ?? ''}`;

/** Includes removed steps, with their connections to steps that still exist. */
function compare(before: Schemas['Journey'] | undefined, after: Schemas['Journey']) {
  if (before === undefined) return null;
  const [old, young] = [definitionOf(before), definitionOf(after)];
  const changes =
    before.frozen === null || after.frozen === null
      ? draftChanges(old, young)
      : journeyChanges(versionOf(old, before.frozen), versionOf(young, after.frozen));
  const kinds = { step_added: 'added', step_removed: 'removed', step_changed: 'changed' } as const;
  const differences = new Map(
    changes.flatMap((change) => ('stepId' in change ? [[change.stepId, kinds[change.change]] as const] : [])),
  );
  const kept = new Set(young.steps.map(({ id }) => id));
  return { changes, marks: { differences }, removed: old.steps.filter(({ id }) => !kept.has(id)) };
}

const versionOf = (definition: JourneyDefinition, entry: NonNullable<Schemas['Journey']['frozen']>): FrozenVersion => ({
  ...{ definition, entry, contents: new Map() },
});
