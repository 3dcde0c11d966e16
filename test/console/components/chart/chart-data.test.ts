import {
  datedMarks,
  describeReadOut,
  marksByDay,
  readOut,
  timeTable,
  toCsv,
  type TimeData,
} from '../../../../console/components/chart/chart-data';
import { formatCount, formatShare } from '../../../../console/format/number';

const data: TimeData = {
  days: ['2026-11-01', '2026-11-02', '2026-11-03'],
  series: [
    { id: 'now', name: 'Visitors', values: [1360, null, 12] },
    { id: 'before', name: 'Previous period', values: [900, 800, 0], isComparison: true },
  ],
  marks: [
    { at: '2026-11-03', label: 'Published' },
    { at: '2026-10-31', label: 'Before the first day' },
    { at: '2026-11-04', label: 'After the last day' },
  ],
  format: formatCount,
  unit: 'visitors',
};

it('describes a point with its values, gaps, units and notes', () => {
  expect(describeReadOut(readOut(data, 1))).toBe('2 Nov 2026: Visitors no data, Previous period 800 visitors');
  expect(describeReadOut(readOut(data, 2))).toBe('3 Nov 2026: Visitors 12, Previous period 0 visitors. Published');
});

it('describes intervals', () => {
  const rate = { id: 'rate', name: 'Rate', values: [0.16], band: [[0.13, 0.2]] as const };
  const text = describeReadOut(
    readOut({ ...data, days: ['2026-11-01'], series: [rate], unit: undefined, format: formatShare }, 0),
  );
  expect(text).toBe('1 Nov 2026: Rate 16% (13% to 20%)');
});

it('moves marks at instants to their date in the timezone of the days', () => {
  const marks = [{ at: '2026-11-02T23:30:00Z', label: 'Published' }];
  const dateIn = (timezone: string) => datedMarks(data.days, marks, timezone)[0]?.at;
  expect([dateIn('UTC'), dateIn('Europe/Berlin'), dateIn('America/New_York')]).toEqual([
    '2026-11-02',
    '2026-11-03',
    '2026-11-02',
  ]);
  expect(datedMarks(['2026-11-01T10:00:00Z'], marks, 'UTC')).toEqual(marks);
});

it('assigns instants to the latest point before them', () => {
  const hours = ['2026-11-01T10:00:00Z', '2026-11-01T12:00:00Z', '2026-11-01T14:00:00Z'];
  const marks = ['2026-11-01T09:59:00Z', '2026-11-01T13:00:00Z', '2026-11-01T14:01:00Z'].map((at) => ({
    at,
    label: at,
  }));
  expect([...marksByDay(hours, marks)]).toEqual([[1, ['2026-11-01T13:00:00Z']]]);
});

it('writes the values of a chart as CSV, with empty cells for gaps', () => {
  const band = { id: 'rate', name: 'Rate, total', values: [0.25, null, 0.5], band: [[0.1, 0.4], null, null] as const };
  expect(toCsv(timeTable({ ...data, series: [data.series[0]!, band] }))).toBe(
    [
      'day,Visitors,"Rate, total","Rate, total (low)","Rate, total (high)",notes',
      '2026-11-01,1360,0.25,0.1,0.4,',
      '2026-11-02,,,,,',
      '2026-11-03,12,0.5,,,Published',
      '',
    ].join('\r\n'),
  );
});

it('keeps spreadsheets from running texts as formulas, and negative numbers as they are', () => {
  const rows = [{ id: 'a', texts: [], values: ['=1+1', -2, 'say "hi"'] }];
  expect(toCsv({ columns: [], csvColumns: ['@name', 'n', 'text'], rows })).toBe(
    `'@name,n,text\r\n'=1+1,-2,"say ""hi"""\r\n`,
  );
});
