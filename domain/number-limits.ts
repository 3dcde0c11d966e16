/** The minimum and maximum of a number, inclusive unless noted otherwise. */
export interface NumberLimits {
  min: number;
  max: number;
}

/**
 * Bounds of numbers in the units of the API, for the schemas and for the console's forms, which load no schemas. A
 * bound that no form uses is only in its schema.
 */
export const numberLimits = {
  /** A probability, or a part of a whole. */
  share: { min: 0, max: 1 },
  percent: { min: 0, max: 100 },
  /** How often an event must have occurred. */
  eventCount: { min: 1, max: 1_000 },
  webhookTimeoutSeconds: { min: 1, max: 60 },
  goalEventWindowDays: { min: 1, max: 365 },
  capMessages: { min: 1, max: 1_000 },
  capDays: { min: 1, max: 365 },
  retentionDays: { min: 1, max: 3_650 },
  /** A difference of rates. */
  evidenceDelta: { min: -1, max: 1 },
  /** A smaller target would make the progress infinite. */
  target: { min: 1e-9, max: 1e15 },
  // Beyond these bounds no sample is large enough, and its size overflows.
  targetPower: { min: 0.01, max: 0.9999 },
  mde: { min: 0.0001, max: 100 },
  alpha: { min: 0.000001, max: 0.9999 },
  dailyVisitors: { min: 0.01, max: 1e12 },
  shareLinkDays: { min: 1, max: 365 },
  attributionWindowDays: { min: 1, max: 90 },
  metricWindowDays: { min: 1, max: 90 },
  /** The minimum is exclusive. */
  metricCap: { min: 0, max: 1e9 },
  /** Both bounds are exclusive. */
  guardrailMargin: { min: 0, max: 1 },
} as const satisfies Record<string, NumberLimits>;

/** Converts the bounds of a share to percent. */
export const inPercent = ({ min, max }: NumberLimits): NumberLimits => ({ min: percentOf(min), max: percentOf(max) });

/** Removes binary rounding errors: 0.000001 becomes 0.0001%. */
const percentOf = (share: number): number => Number((share * 100).toFixed(6));
