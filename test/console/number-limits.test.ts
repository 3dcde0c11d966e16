import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { updateWorkspaceBody } from '../../domain/accounts/schemas';
import { inPercent, numberLimits } from '../../domain/number-limits';

test('limits in percent have no floating-point noise', () => {
  expect(inPercent(numberLimits.alpha)).toEqual({ min: 0.0001, max: 99.99 });
  expect(inPercent(numberLimits.mde)).toEqual({ min: 0.01, max: 10_000 });
  expect(inPercent(numberLimits.evidenceDelta)).toEqual({ min: -100, max: 100 });
});

test('a schema accepts values within the limits and rejects others', () => {
  const takes = (retentionDays: number): boolean => updateWorkspaceBody.safeParse({ retentionDays }).success;
  const { min, max } = numberLimits.retentionDays;
  expect([min - 1, min, max, max + 1].map(takes)).toEqual([false, true, true, false]);
});

test('no form field has its own maximum, except for the count of a duration', () => {
  const root = path.resolve(__dirname, '../../console');
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.tsx'));
  const own = files.filter((file) => /^\s*max=\{-?[\d.]/m.test(readFileSync(path.join(root, file), 'utf8')));
  expect(files.length).toBeGreaterThan(50);
  expect(own).toEqual(['pages/journeys/panel/fields.tsx']);
});
