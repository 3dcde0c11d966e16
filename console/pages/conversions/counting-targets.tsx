import { Link } from '@tanstack/react-router';
import { api, unwrap } from '../../api/client';
import { Section } from '../../components/facts';
import { useRead } from '../../components/read';
import { Status } from '../../components/status';
import { DataTable } from '../../components/table';
import { formatShare } from '../../format/number';
import { formatDay } from '../../format/time';

/** The targets that count a conversion; nothing without any. */
export function CountingTargets({ conversionId }: { conversionId: string }) {
  const { data: targets = [] } = useRead(['targets'], () => unwrap(api.GET('/api/targets')));
  const counting = targets.filter(({ sourceConversionId }) => sourceConversionId === conversionId);
  if (counting.length === 0) return null;
  return (
    <Section title="Targets" note="Targets that count this conversion">
      <DataTable
        caption="Targets"
        rows={counting}
        rowKey={({ id }) => id}
        columns={[
          { title: 'Metric', cell: ({ id, metric }) => <Link to={`/targets/${id}`}>{metric}</Link> },
          { title: 'Status', cell: ({ status }) => <Status of={status} /> },
          { title: 'Progress', numeric: true, cell: ({ progress }) => formatShare(progress) },
          { title: 'Deadline', cell: ({ deadline }) => formatDay(deadline) },
        ]}
      />
    </Section>
  );
}
