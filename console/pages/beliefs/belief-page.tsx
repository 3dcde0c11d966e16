import { Link } from '@tanstack/react-router';
import { usePathParam } from '../../components/path-param';
import { api, unwrap, type Schemas } from '../../api/client';
import { Facts, Section } from '../../components/facts';
import { Page } from '../../components/page';
import { Ago, Read, useRead } from '../../components/read';
import { EmptyState, ErrorState, LoadingPage } from '../../components/states';
import { DataTable } from '../../components/table';
import { formatChange, formatConfidence, formatCount, formatShare } from '../../format/number';
import { formatWords } from '../../format/words';
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
          ['Initial confidence', formatShare(belief.prior)],
          ['Claim', belief.claim],
          ['Subject', belief.subject ?? 'None'],
          ['Audience', belief.audience ?? 'None'],
          ['Owner', belief.owner ?? 'None'],
          ['Tags', belief.tags.length === 0 ? 'None' : belief.tags.join(', ')],
          ['Updated', <Ago key="changed" at={belief.updatedAt} />],
        ]}
      />
      <Section title="Evidence" note="Newest last">
        <EvidenceTable belief={belief} mayWrite={mayWrite} />
      </Section>
      {belief.evidenceNotes.length > 0 && (
        <Section title="Evidence notes" note="Do not change the confidence">
          <ul>
            {belief.evidenceNotes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </Section>
      )}
      <Section title="Confidence over time" note="Newest last">
        <Confidences beliefId={id} />
      </Section>
    </Page>
  );
}

function EvidenceTable({ belief: { id, evidence }, mayWrite }: { belief: Schemas['Belief']; mayWrite: boolean }) {
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
      rows={evidence}
      rowKey={(one) => one.id}
      columns={[
        { title: 'Type', cell: ({ type }) => <span data-value={type}>{formatWords(type)}</span> },
        { title: 'Source', cell: (one) => <Origin {...one} /> },
        { title: 'Difference', numeric: true, cell: ({ delta }) => formatChange(delta) },
        { title: 'Sample size', numeric: true, cell: ({ sampleSize }) => formatCount(sampleSize) },
        { title: 'When', cell: ({ timestamp }) => <Ago at={timestamp} /> },
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

const changes: Record<string, string> = {
  created: 'Created',
  evidence: 'Evidence added',
  withdrawn: 'Evidence withdrawn',
  prior: 'Initial confidence changed',
};

function Confidences({ beliefId: id }: { beliefId: string }) {
  const query = useRead(['beliefs', id, 'history'], () =>
    unwrap(api.GET('/api/beliefs/{id}/history', { params: { path: { id } } })),
  );
  return (
    <Read query={query}>
      {(points) => (
        <DataTable
          caption="Confidence history"
          rows={points}
          rowKey={({ at, evidenceId, change }) => `${at} ${evidenceId} ${change}`}
          columns={[
            { title: 'When', cell: ({ at }) => <Ago at={at} /> },
            { title: 'Change', cell: ({ change }) => <span data-value={change}>{changes[change] ?? change}</span> },
            { title: 'Confidence', numeric: true, cell: ({ confidence }) => formatConfidence(confidence) },
          ]}
        />
      )}
    </Read>
  );
}

function Origin({ source, experimentId, journeyId }: Schemas['Evidence']) {
  return (
    <>
      <span data-value={source}>{formatWords(source)}</span>{' '}
      {experimentId !== null && <Link to={`/experiments/${experimentId}`}>{experimentId}</Link>}
      {journeyId !== null && <Link to={`/journeys/${journeyId}`}>{journeyId}</Link>}
    </>
  );
}
