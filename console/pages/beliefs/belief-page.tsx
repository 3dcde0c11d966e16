import { Link } from '@tanstack/react-router';
import { usePathParam } from '../../components/path-param';
import { api, unwrap, type Schemas } from '../../api/client';
import { Facts, Section } from '../../components/facts';
import { Page } from '../../components/page';
import { Ago, Read, useRead } from '../../components/read';
import { EmptyState, ErrorState, LoadingPage } from '../../components/states';
import { DataTable } from '../../components/table';
import { formatChange, formatConfidence, formatCount, formatShare } from '../../format/number';
import { useMay } from '../../session/session';
import { BeliefActs, Withdraw } from './belief-acts';

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
          ['Before any evidence', formatShare(belief.prior)],
          ['Claim', belief.claim],
          ['Subject', belief.subject ?? 'none'],
          ['Audience', belief.audience ?? 'none'],
          ['Owner', belief.owner ?? 'none'],
          ['Tags', belief.tags.length === 0 ? 'none' : belief.tags.join(', ')],
          ['Changed', <Ago key="changed" at={belief.updatedAt} />],
        ]}
      />
      <Section title="Evidence" note="the newest last">
        {belief.evidence.length === 0 ? (
          <EmptyState title="No evidence yet.">Experiments that name this belief add theirs when they end.</EmptyState>
        ) : (
          <DataTable
            caption="Evidence"
            rows={belief.evidence}
            rowKey={(one) => one.id}
            columns={[
              { title: 'Kind', cell: ({ type, source }) => `${type}, ${source}` },
              { title: 'From', cell: (one) => <Origin {...one} /> },
              { title: 'Difference', numeric: true, cell: ({ delta }) => formatChange(delta) },
              { title: 'Sample', numeric: true, cell: ({ sampleSize }) => formatCount(sampleSize) },
              { title: 'When', cell: ({ timestamp }) => <Ago at={timestamp} /> },
              ...(mayWrite ? [{ title: 'Acts', cell: withdraw(id) }] : []),
            ]}
          />
        )}
      </Section>
      {belief.evidenceNotes.length > 0 && (
        <Section title="Evidence in words" note="moves nothing">
          <ul>
            {belief.evidenceNotes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </Section>
      )}
      <Section title="Confidence over time" note="the newest last">
        <Confidences beliefId={id} />
      </Section>
    </Page>
  );
}

/** Evidence that was entered can be withdrawn; that of experiments and journeys comes again by itself. */
const withdraw =
  (beliefId: string) =>
  ({ id, source }: Schemas['Evidence']) =>
    source === 'manual' ? <Withdraw beliefId={beliefId} evidenceId={id} /> : null;

const changes: Record<string, string> = {
  created: 'created',
  evidence: 'evidence came',
  withdrawn: 'evidence was withdrawn',
  prior: 'the prior changed',
};

function Confidences({ beliefId: id }: { beliefId: string }) {
  const query = useRead(['beliefs', id, 'history'], () =>
    unwrap(api.GET('/api/beliefs/{id}/history', { params: { path: { id } } })),
  );
  return (
    <Read query={query}>
      {(points) => (
        <DataTable
          caption="Confidences"
          rows={points}
          rowKey={({ at, evidenceId, change }) => `${at} ${evidenceId} ${change}`}
          columns={[
            { title: 'When', cell: ({ at }) => <Ago at={at} /> },
            { title: 'Since', cell: ({ change }) => changes[change] ?? change },
            { title: 'Confidence', numeric: true, cell: ({ confidence }) => formatConfidence(confidence) },
          ]}
        />
      )}
    </Read>
  );
}

function Origin({ experimentId, journeyId }: { experimentId: string | null; journeyId: string | null }) {
  if (experimentId !== null) return <Link to={`/experiments/${experimentId}`}>{experimentId}</Link>;
  if (journeyId !== null) return <Link to={`/journeys/${journeyId}`}>{journeyId}</Link>;
  return <span className="quiet">entered</span>;
}
