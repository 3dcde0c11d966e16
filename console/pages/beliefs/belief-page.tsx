import { usePathParam } from '../../components/path-param';
import { api, unwrap, type Schemas } from '../../api/client';
import { Facts, Section } from '../../components/facts';
import { Page } from '../../components/page';
import { Ago, Computed, Read, useRead } from '../../components/read';
import { EmptyState, ErrorState, LoadingPage } from '../../components/states';
import { DataTable } from '../../components/table';
import { formatConfidence, formatCount, formatPoints, formatShare } from '../../format/number';
import { formatWords } from '../../format/words';
import { useMay } from '../../session/session';
import { BeliefActs, Withdraw } from './belief-acts';
import { BeliefUses } from './belief-uses';
import { ConfidenceChart } from './confidence-chart';
import { EvidenceSource } from './evidence-source';
import { TestAgain } from './freshness';

type Belief = Schemas['Belief'];
type Point = Schemas['ConfidencePoint'];

export function BeliefPage() {
  const id = usePathParam('beliefId');
  const query = useRead(['beliefs', id], () => unwrap(api.GET('/api/beliefs/{id}', { params: { path: { id } } })));
  const mayWrite = useMay('beliefs.write');
  const { data: belief, error, refetch } = query;
  if (belief === undefined) {
    return error === null ? <LoadingPage /> : <ErrorState page error={error} retry={() => void refetch()} />;
  }
  return (
    <Page
      title={belief.statement}
      parent={{ to: '/beliefs', title: 'Beliefs' }}
      actions={mayWrite && <BeliefActs belief={belief} />}
    >
      <Facts
        of={[
          ['Confidence', formatConfidence(belief.confidence)],
          ['Initial confidence', formatShare(belief.prior)],
          ['Test again', <TestAgain key="again" of={belief.freshness} />],
          ['Claim', belief.claim],
          ['Subject', belief.subject ?? 'None'],
          ['Audience', belief.audience ?? 'None'],
          ['Owner', belief.owner ?? 'None'],
          ['Tags', belief.tags.length === 0 ? 'None' : belief.tags.join(', ')],
          ['Updated', <Ago key="changed" at={belief.updatedAt} />],
        ]}
      />
      <ConfidenceHistory belief={belief} mayWrite={mayWrite} />
      <BeliefUses beliefId={id} />
      {belief.evidenceNotes.length > 0 && (
        <Section title="Evidence notes" note="Do not change the confidence">
          <ul>
            {belief.evidenceNotes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </Section>
      )}
    </Page>
  );
}

interface HistoryProps {
  belief: Belief;
  mayWrite: boolean;
}

/** The confidence over time, the evidence that counts, and every change. */
function ConfidenceHistory({ belief, mayWrite }: HistoryProps) {
  const { id, evidence } = belief;
  const query = useRead(['beliefs', id, 'history'], () =>
    unwrap(api.GET('/api/beliefs/{id}/history', { params: { path: { id } } })),
  );
  return (
    <>
      <Section title="Confidence over time" note={<Computed query={query} />}>
        <div className="card">
          <Read query={query}>{(points) => <ConfidenceChart points={points} />}</Read>
        </div>
      </Section>
      <Section title="Evidence" note={evidence.length > 0 ? 'Newest first' : undefined}>
        <EvidenceTable belief={belief} points={query.data ?? []} mayWrite={mayWrite} />
      </Section>
      <Section title="History" note="Newest first">
        <Read query={query}>{(points) => <Changes points={points} />}</Read>
      </Section>
    </>
  );
}

function EvidenceTable({ belief: { id, evidence }, points, mayWrite }: HistoryProps & { points: readonly Point[] }) {
  if (evidence.length === 0) {
    return (
      <EmptyState title="No evidence yet.">
        Experiments that test this belief add evidence when they end. You can also add your own.
      </EmptyState>
    );
  }
  return (
    <DataTable
      caption="Evidence"
      rows={[...evidence].reverse()}
      rowKey={(one) => one.id}
      columns={[
        { title: 'When', cell: ({ timestamp }) => <Ago at={timestamp} /> },
        { title: 'Source', cell: (one) => <EvidenceSource of={one} /> },
        { title: 'Type', cell: ({ type }) => <span data-value={type}>{formatWords(type)}</span> },
        { title: 'Difference', numeric: true, cell: ({ delta }) => formatPoints(delta) },
        { title: 'Sample size', numeric: true, cell: ({ sampleSize }) => formatCount(sampleSize) },
        {
          title: 'Confidence',
          numeric: true,
          cell: (one) => <ConfidenceStep of={points.findLast(({ evidenceId }) => evidenceId === one.id)} />,
        },
        ...(mayWrite ? [{ title: 'Actions', cell: withdraw(id) }] : []),
      ]}
    />
  );
}

/** Only manual evidence can be withdrawn: experiments and journeys would add theirs again. */
const withdraw =
  (beliefId: string) =>
  ({ id, source }: Schemas['Evidence']) =>
    source === 'manual' ? <Withdraw beliefId={beliefId} evidenceId={id} /> : null;

function ConfidenceStep({ of: point }: { of: Point | undefined }) {
  if (point === undefined) return null;
  const { previousConfidence, confidence } = point;
  return previousConfidence === null
    ? formatConfidence(confidence)
    : `${formatConfidence(previousConfidence)} → ${formatConfidence(confidence)}`;
}

const changes: Record<string, string> = {
  created: 'Created',
  evidence: 'Evidence added',
  withdrawn: 'Evidence withdrawn',
  prior: 'Initial confidence changed',
};

function Changes({ points }: { points: readonly Point[] }) {
  return (
    <DataTable
      caption="Confidence history"
      rows={[...points].reverse()}
      rowKey={({ at, evidenceId, change }) => `${at} ${evidenceId} ${change}`}
      columns={[
        { title: 'When', cell: ({ at }) => <Ago at={at} /> },
        { title: 'Change', cell: ({ change }) => <span data-value={change}>{changes[change] ?? change}</span> },
        {
          title: 'Source',
          cell: ({ evidence }) =>
            evidence === null ? <span className="quiet">None</span> : <EvidenceSource of={evidence} />,
        },
        { title: 'Confidence', numeric: true, cell: (point) => <ConfidenceStep of={point} /> },
      ]}
    />
  );
}
