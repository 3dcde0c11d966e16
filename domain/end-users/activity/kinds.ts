/** What happened to a person, by kind. */
export const activityKinds = [
  'event',
  'message',
  'execution',
  'experiment',
  'consent',
  'attribute',
  'identity',
] as const;

export type ActivityKind = (typeof activityKinds)[number];
