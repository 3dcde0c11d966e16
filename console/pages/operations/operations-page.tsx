import type { UseQueryResult } from '@tanstack/react-query';
import { readReadiness, sendsPaused, type Readiness } from '../../api/readiness';
import { Section } from '../../components/facts';
import { Page } from '../../components/page';
import { Computed, Read, useRead } from '../../components/read';
import { Status } from '../../components/status';
import { DataTable } from '../../components/table';

export function OperationsPage() {
  const query = useRead(['readiness'], readReadiness);
  return (
    <Page title="Operations" intro="Whether the parts answer that the service needs.">
      <Section title="Readiness" note={<Computed query={query} />}>
        <Read query={query}>
          {({ dependencies }) => (
            <DataTable
              caption="Readiness"
              rows={Object.entries(dependencies)}
              rowKey={([name]) => name}
              columns={[
                { title: 'Part', cell: ([name]) => <strong>{name}</strong> },
                {
                  title: 'State',
                  cell: ([, state]) => (state === 'ok' ? <Status of="ok" /> : <span className="problem">{state}</span>),
                },
              ]}
            />
          )}
        </Read>
      </Section>
      <PausedSends query={query} />
      <Section title="More">
        <p>
          <a href="/metrics">Prometheus metrics</a>, <a href="/docs">the API’s pages</a>
        </p>
      </Section>
    </Page>
  );
}

/** What a pause means, and what ends it. */
function PausedSends({ query: { data } }: { query: UseQueryResult<Readiness> }) {
  if (data === undefined || sendsPaused(data) === null) return null;
  return (
    <Section title="Paused emails">
      <p>
        Five sends in a row failed at the email provider. Journeys wait at their send steps, and transactional sends are
        answered with 503. One message at a time is tried as a probe, every 5 to 60 seconds. The first that succeeds
        ends the pause, and the waiting messages go out.
      </p>
    </Section>
  );
}
