import type { UseQueryResult } from '@tanstack/react-query';
import { readReadiness, sendsPaused, type Readiness } from '../../api/readiness';
import { Section } from '../../components/facts';
import { Page } from '../../components/page';
import { Computed, Read, useRead } from '../../components/read';
import { Status } from '../../components/status';
import { DataTable } from '../../components/table';

const serviceNames: Record<string, string> = {
  mail: 'Email provider',
  postgresql: 'PostgreSQL',
  schema: 'Database schema',
  temporal: 'Temporal',
};

export function OperationsPage() {
  const query = useRead(['readiness'], readReadiness);
  return (
    <Page title="Operations" intro="Status of the services that Apex depends on.">
      <Section title="Readiness" note={<Computed query={query} />}>
        <Read query={query}>
          {({ dependencies }) => (
            <DataTable
              caption="Readiness"
              rows={Object.entries(dependencies)}
              rowKey={([name]) => name}
              columns={[
                { title: 'Service', cell: ([name]) => <strong>{serviceNames[name] ?? name}</strong> },
                {
                  title: 'Status',
                  cell: ([, state]) => (state === 'ok' ? <Status of="ok" /> : <span className="problem">{state}</span>),
                },
              ]}
            />
          )}
        </Read>
      </Section>
      <PausedSends query={query} />
      <Section title="Links">
        <p>
          <a href="/metrics">Prometheus metrics</a>, <a href="/docs">API documentation</a>
        </p>
      </Section>
    </Page>
  );
}

/** Explains the pause and how it ends. */
function PausedSends({ query: { data } }: { query: UseQueryResult<Readiness> }) {
  if (data === undefined || sendsPaused(data) === null) return null;
  return (
    <Section title="Paused emails">
      <p>
        Five consecutive sends failed at the email provider. Journeys wait at their send steps, and transactional sends
        return 503. Apex retries one message every 5 to 60 seconds. The first success ends the pause and releases the
        waiting messages.
      </p>
    </Section>
  );
}
