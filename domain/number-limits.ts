/** Least and most of a number, both of them allowed unless it says otherwise. */
export interface NumberLimits {
  min: number;
  max: number;
}

/**
 * Bounds of numbers in the units of the API, for the schemas and for the forms of the console, which load no schema. A bound that no form
 * has is in its schema alone.
 */
export const numberLimits = {
  /** A probability, or a part of a whole. */
  share: { min: 0, max: 1 },
  percent: { min: 0, max: 100 },
  /** How often an event has to have come. */
  eventCount: { min: 1, max: 1_000 },
  webhookTimeoutSeconds: { min: 1, max: 60 },
  goalEventWindowDays: { min: 1, max: 365 },
  capMessages: { min: 1, max: 1_000 },
  capDays: { min: 1, max: 365 },
  retentionDays: { min: 1, max: 3_650 },
  /** Of rates. */
  evidenceDelta: { min: -1, max: 1 },
  /** Less would make any progress endless. */
  target: { min: 1e-9, max: 1e15 },
  // Beyond these bounds no sample would ever do, and its size is no number any more.
  targetPower: { min: 0.01, max: 0.9999 },
  mde: { min: 0.0001, max: 100 },
  alpha: { min: 0.000001, max: 0.9999 },
  dailyVisitors: { min: 0.01, max: 1e12 },
  attributionWindowDays: { min: 1, max: 90 },
  metricWindowDays: { min: 1, max: 90 },
  /** Above the least. */
  metricCap: { min: 0, max: 1e9 },
  /** Between the two, neither of them allowed. */
  guardrailMargin: { min: 0, max: 1 },
} as const satisfies Record<string, NumberLimits>;

/** The bounds of a share for a field in percent. */
export const inPercent = ({ min, max }: NumberLimits): NumberLimits => ({ min: percentOf(min), max: percentOf(max) });

/** Without what binary fractions leave: 0.000001 is 0.0001 %. */
const percentOf = (share: number): number => Number((share * 100).toFixed(6));
