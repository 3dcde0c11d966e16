import { formatCount, formatShare } from '../../format/number';
import { CategoryRow, percent } from './category-rows';
import type { ChartTable } from './chart-data';
import { ChartFrame } from './chart-frame';

interface Stage {
  id: string;
  name: string;
  count: number;
}

const axis = { ticks: [], shareOf: (share: number) => share };
const shareOf = (count: number, of: number | undefined): string =>
  of === undefined || of === 0 ? '–' : formatShare(count / of);

/** The number of people at each stage, with the share of the first and of the previous stage. */
export function Funnel({ title, stages }: { title: string; stages: readonly Stage[] }) {
  const first = stages[0]?.count ?? 0;
  const most = Math.max(...stages.map(({ count }) => count), 1);
  return (
    <ChartFrame title={title} table={() => funnelTable(title, stages)}>
      <ol className="chart-rows funnel">
        {stages.map(({ id, name, count }, index) => {
          const before = stages[index - 1]?.count;
          return (
            <CategoryRow
              key={id}
              name={name}
              height={24}
              axis={axis}
              value={
                <>
                  <strong>{formatCount(count)}</strong>{' '}
                  {index > 0 && <span className="quiet">{shareOf(count, first)} of all</span>}
                  {index > 1 && <div className="quiet small">{shareOf(count, before)} of the previous stage</div>}
                </>
              }
            >
              <g className="series-1">
                {before !== undefined && (
                  <rect className="chart-lost" y="2" height="20" width={percent(before / most)} rx="2" />
                )}
                <rect className="chart-bar" y="2" height="20" width={percent(count / most)} rx="2" />
              </g>
            </CategoryRow>
          );
        })}
      </ol>
    </ChartFrame>
  );
}

function funnelTable(title: string, stages: readonly Stage[]): ChartTable {
  const [first] = stages;
  return {
    columns: [
      { title: 'Stage', numeric: false },
      { title: 'Count', numeric: true },
      { title: 'Of the first', numeric: true },
      { title: 'Of the previous', numeric: true },
    ],
    csvColumns: [title, 'count'],
    rows: stages.map(({ id, name, count }, index) => ({
      id,
      texts: [name, formatCount(count), shareOf(count, first?.count), shareOf(count, stages[index - 1]?.count)],
      values: [name, count],
    })),
  };
}
