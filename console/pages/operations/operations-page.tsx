import { ApiError } from '../../api/client';
import { Section } from '../../components/facts';
import { Page } from '../../components/page';
import { Computed, Read, useRead } from '../../components/read';
import { Status } from '../../components/status';
import { DataTable } from '../../components/table';

interface Readiness {
  status: string;
  dependencies: Record<string, string>;
}

/** Not part of the documented API: the same answer with 200 and 503. */
async function readReadiness(): Promise<Readiness> {
  const response = await fetch('/readyz');
  const body = (await response.json().catch(() => null)) as Readiness | null;
  if (body?.dependencies === undefined) {
    throw new ApiError(response.status, 'HTTP_ERROR', `The service answered ${response.status} without its readiness.`);
  }
  return body;
}

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
      <Section title="More">
        <p>
          <a href="/metrics">Prometheus metrics</a>, <a href="/docs">the API’s pages</a>
        </p>
      </Section>
    </Page>
  );
}
