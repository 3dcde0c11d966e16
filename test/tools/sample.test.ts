import { pickSample } from '../../tools/release-check/sample';

const of = (kind: string, ...ids: string[]) => ids.map((workflowId) => ({ workflowId, runId: workflowId, kind }));

test('a sample has each group and each kind before a second one of any', () => {
  const many = [...of('first step', 'a1', 'a2', 'a3'), ...of('second step', 'b1')];
  const few = of('only', 'c1');
  const ids = (size: number) => pickSample([many, [], few], size).map(({ workflowId }) => workflowId);
  expect(ids(2)).toEqual(['a1', 'c1']);
  expect(ids(3)).toEqual(['a1', 'c1', 'b1']);
  expect(ids(10)).toEqual(['a1', 'c1', 'b1', 'a2', 'a3']);
});
