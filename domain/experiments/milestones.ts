/** What can explain a bend in an experiment's figures. */
export interface Milestone {
  /** ISO 8601. */
  at: string;
  kind: 'started' | 'resumed' | 'paused' | 'changed' | 'decided' | 'completed' | 'promoted';
  /** For `changed`: the changed fields. */
  fields: string[];
  /** For `promoted`: the variant. */
  variantId: string | null;
}

/** An entry of the audit log about an experiment. */
export interface LoggedAction {
  at: Date;
  action: string;
  metadata: Record<string, unknown>;
}

const kinds: Record<string, Milestone['kind']> = {
  'experiment.started': 'resumed',
  'experiment.paused': 'paused',
  'experiment.updated': 'changed',
  'experiment.completed': 'completed',
  'experiment.promoted': 'promoted',
};

const isInterruption = ({ action }: LoggedAction): boolean =>
  action === 'experiment.paused' || action === 'experiment.completed';

/** A new name changes no figure. */
const silentFields = ['name'];

/**
 * Returns the milestones since an experiment's start, in chronological order.
 * @param actions of people, in any order
 */
export function milestonesOf(
  { startedAt, decidedAt }: { startedAt: Date | null; decidedAt: string | null },
  actions: readonly LoggedAction[],
): Milestone[] {
  if (startedAt === null) return [];
  const plain = { fields: [], variantId: null };
  const logged = actions.flatMap(({ at, action, metadata }): Milestone[] => {
    const kind = kinds[action];
    if (kind === undefined || at <= startedAt) return [];
    // Without a pause or an end before it, it is the start itself.
    if (kind === 'resumed' && !actions.some((other) => isInterruption(other) && other.at < at)) return [];
    const fields =
      kind === 'changed' ? textsOf(metadata['fields']).filter((field) => !silentFields.includes(field)) : [];
    if (kind === 'changed' && fields.length === 0) return [];
    const variantId = typeof metadata['variantId'] === 'string' ? metadata['variantId'] : null;
    return [{ at: at.toISOString(), kind, fields, variantId }];
  });
  return [
    { at: startedAt.toISOString(), kind: 'started' as const, ...plain },
    ...(decidedAt === null ? [] : [{ at: decidedAt, kind: 'decided' as const, ...plain }]),
    ...logged,
  ].sort((one, other) => (one.at < other.at ? -1 : 1));
}

const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];
