import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { api, unwrap, type Schemas } from '../../api/client';
import { Forest } from '../../components/chart/forest';
import { Section } from '../../components/facts';
import { Page } from '../../components/page';
import { Computed, Read, useRead } from '../../components/read';
import { EmptyState } from '../../components/states';
import { DataTable } from '../../components/table';
import { formatChange, formatCount, formatInterval } from '../../format/number';
import { formatInstant } from '../../format/time';

type Program = Schemas['ExperimentProgramme'];
type Winner = Program['winners'][number];

/** Shows what the shipped winners of all experiments have brought together. */
export function ProgramPage() {
  const query = useRead(['experiments', 'summary'], () => unwrap(api.GET('/api/experiments/summary')));
  return (
    <Page title="Program" intro="The combined effect of the experiments that you shipped.">
      {/* openapi-fetch loses the tuple types of intervals. */}
      <Read query={query}>
        {(program) =>
          program.ended === 0 ? (
            <NoneEnded />
          ) : (
            <Results program={program as Program} computed={<Computed query={query} />} />
          )
        }
      </Read>
    </Page>
  );
}

const NoneEnded = () => (
  <div className="list">
    <EmptyState
      title="No completed experiments yet."
      action={
        <Link className="button" to="/experiments">
          Open experiments
        </Link>
      }
    >
      When an experiment ends and its winner is shipped, its lift is added up here.
    </EmptyState>
  </div>
);

/** Fewer experiments say little about the usual size of effects. */
const fewExperiments = 5;

function Results({ program, computed }: { program: Program; computed: ReactNode }) {
  const { ended, shipped, cumulativeLift, cumulativeLiftInterval95, winners } = program;
  return (
    <>
      <div className="grid figures">
        <Figure name="Completed experiments" value={formatCount(ended)} />
        <Figure
          name="Shipped winners"
          value={formatCount(shipped)}
          note={`${formatCount(ended - shipped)} without a winner`}
        />
        <Figure
          name="Combined lift, shrunk"
          value={shipped === 0 ? '–' : formatChange(cumulativeLift)}
          note={shipped === 0 ? 'No winner yet' : `95% interval ${intervalOf(cumulativeLiftInterval95)}`}
        />
      </div>
      <Section title="Lift of shipped winners" note={computed}>
        {winners.length === 0 ? (
          <EmptyState title="No shipped winners yet.">
            An experiment counts here when its recommendation is to ship, or when you promote a variant.
          </EmptyState>
        ) : (
          <div className="stack">
            <p className="page-intro">
              Winners are chosen because they look good, so their observed lifts are too high on average. Shrinking
              moves each lift towards the size of effects that is usual in your experiments: more if it is uncertain,
              less if it is clear.
            </p>
            {ended < fewExperiments && (
              <p className="page-intro">
                With fewer than {fewExperiments} completed experiments, the usual size of effects is uncertain. The
                corrected intervals are wide then: one that includes 0 does not mean that the variant has no effect.
              </p>
            )}
            <div className="card">
              <Winners program={program} />
            </div>
          </div>
        )}
      </Section>
      {winners.length > 0 && (
        <Section title="Winners">
          <WinnerTable winners={winners} />
        </Section>
      )}
    </>
  );
}

function Figure({ name, value, note }: { name: string; value: string; note?: string }) {
  return (
    <div className="card">
      <p className="figure-name">{name}</p>
      <p className="figure-value">{value}</p>
      {note !== undefined && <p className="figure-note">{note}</p>}
    </div>
  );
}

const intervalOf = (interval: readonly [number, number]): string => formatInterval(interval, formatChange);

/** The total first, then the winners, newest first. */
function Winners({ program: { winners, cumulativeLift, cumulativeLiftInterval95 } }: { program: Program }) {
  const rows = [
    {
      id: 'total',
      name: 'All winners together',
      point: cumulativeLift,
      interval: cumulativeLiftInterval95,
      ...(cumulativeLiftInterval95[0] > 0 ? { tone: 'good' as const } : {}),
    },
    ...winners.map(({ experimentId, name, shrunkenLift, shrunkenLiftInterval95, lift }) => ({
      id: experimentId,
      name,
      point: shrunkenLift,
      interval: shrunkenLiftInterval95,
      label: <Link to={`/experiments/${experimentId}`}>{name}</Link>,
      note: lift === null ? 'Observed: unknown' : `Observed: ${formatChange(lift)}`,
    })),
  ];
  return <Forest title="Shrunk lift of shipped winners" rows={rows} format={formatChange} reference={0} />;
}

function WinnerTable({ winners }: { winners: readonly Winner[] }) {
  return (
    <DataTable
      caption="Winners"
      rows={winners}
      rowKey={({ experimentId }) => experimentId}
      columns={[
        {
          title: 'Experiment',
          cell: ({ experimentId, name }) => <Link to={`/experiments/${experimentId}`}>{name}</Link>,
        },
        { title: 'Observed lift', numeric: true, cell: ({ lift }) => (lift === null ? '–' : formatChange(lift)) },
        { title: 'Shrunk lift', numeric: true, cell: ({ shrunkenLift }) => formatChange(shrunkenLift) },
        {
          title: '95% interval',
          numeric: true,
          cell: ({ shrunkenLiftInterval95 }) => intervalOf(shrunkenLiftInterval95),
        },
        { title: 'Ended', wide: true, cell: ({ endedAt }) => (endedAt === null ? '–' : formatInstant(endedAt)) },
      ]}
    />
  );
}
