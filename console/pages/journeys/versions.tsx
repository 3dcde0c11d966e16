import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { api, unwrap, type Schemas } from '../../api/client';
import { useWholeList } from '../../api/lists';
import { Actor } from '../../components/actor';
import { Section } from '../../components/facts';
import { List } from '../../components/list';
import { Ago } from '../../components/read';
import { EmptyState } from '../../components/states';
import { ChangeList } from './change-list';
import { SelectInput } from './panel/fields';

/** Lists the published versions and compares two of them. */
export function Versions({ journey }: { journey: Schemas['Journey'] }) {
  const { id, draft } = journey;
  const source = useWholeList(['journeys', id, 'versions'], () =>
    unwrap(api.GET('/api/journeys/{id}/versions', { params: { path: { id } } })),
  );
  const numbers = source.rows?.map(({ version }) => String(version)) ?? [];
  const all = draft === null ? numbers : ['draft', ...numbers];
  return (
    <Section title="Versions" note="Last 100, newest first">
      {all.length > 1 && <Compare key={all.join(' ')} versions={all} />}
      <List
        source={source}
        caption="Versions"
        rowKey={({ version }) => String(version)}
        columns={[
          {
            title: 'Version',
            cell: ({ version }) => (
              <Link to="." search={{ version: String(version) }}>
                Version {version}
              </Link>
            ),
          },
          { title: 'Published', cell: ({ publishedAt }) => <Ago at={publishedAt} /> },
          {
            title: 'By',
            wide: true,
            cell: ({ publishedBy, publishedByName }) => <Actor id={publishedBy} name={publishedByName} />,
          },
          {
            title: 'Changes',
            cell: ({ version, changes }) =>
              version === 1 ? <span className="quiet">First version</span> : <ChangeList changes={changes} />,
          },
        ]}
        empty={
          <EmptyState title="No versions yet.">
            Publish the draft to create version 1. People then enter that version.
          </EmptyState>
        }
      />
    </Section>
  );
}

function Compare({ versions }: { versions: readonly string[] }) {
  const [pair, setPair] = useState({ version: versions[0] ?? '', against: versions[1] ?? '' });
  const options = versions.map((one) => [one, one === 'draft' ? 'Draft' : `Version ${one}`] as const);
  return (
    <div className="filters">
      <SelectInput
        label="Compare"
        value={pair.version}
        options={options}
        onChange={(version) => setPair({ ...pair, version })}
      />
      <SelectInput
        label="With"
        value={pair.against}
        options={options}
        onChange={(against) => setPair({ ...pair, against })}
      />
      <Link to="." search={pair} className="button align-end">
        Show on canvas
      </Link>
    </div>
  );
}
