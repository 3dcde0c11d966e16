import type { z } from 'zod';
import type { Target } from '../../db/targets/targets';
import { elapsedShare, targetProgress, targetStatus } from '../../domain/targets/progress';
import type { targetRecord } from '../../domain/targets/schemas';

/** Every field of both forms. */
export const presentTarget = (target: Target, now: Date): z.infer<typeof targetRecord> => ({
  id: target.id,
  metric: target.metric,
  target: target.target,
  current: target.current,
  progress: targetProgress(target),
  deadline: target.deadline,
  elapsed: Number(elapsedShare(target, now).toFixed(4)),
  status: target.status ?? targetStatus(target, now),
  statusIsAuto: target.status === null,
  description: target.description,
  unit: target.unit,
  sourceConversionId: target.sourceConversionId,
  currentIsAuto: target.sourceConversionId !== null && !target.isSourceMissing,
  sourceMissing: target.isSourceMissing,
  createdAt: target.createdAt.toISOString(),
  updatedAt: target.updatedAt.toISOString(),
});
