import type { Schemas } from '../../../../console/api/client';
import { milestoneMarks } from '../../../../console/pages/experiments/milestone-marks';

test('milestones are on their days in the workspace, and later ones on the last day', () => {
  const milestone = (at: string, kind: string, variantId: string | null = null) => ({ at, kind, variantId });
  const series = {
    timezone: 'Europe/Berlin',
    milestones: [
      milestone('2026-11-01T23:30:00Z', 'started'),
      milestone('2026-11-03T22:59:00Z', 'decided'),
      milestone('2026-11-03T23:00:00Z', 'completed'),
      milestone('2026-11-09T10:00:00Z', 'promoted', 'b'),
    ],
  } as Schemas['ExperimentResults']['series'];
  const days = ['2026-11-01', '2026-11-02', '2026-11-03'];
  expect(milestoneMarks({ series }, days, () => 'Price first')).toEqual([
    { at: '2026-11-02', label: 'Started' },
    { at: '2026-11-03', label: 'Decided' },
    { at: '2026-11-03', label: 'Completed' },
    { at: '2026-11-03', label: 'Promoted Price first' },
  ]);
});
