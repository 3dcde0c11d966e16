/** Kinds of configuration that may name a person. */
export const configurationKinds = [
  'audience',
  'trigger_contract',
  'communication',
  'journey',
  'journey_draft',
  'journey_version',
  'conversion',
  'experiment',
  'belief',
  'target',
  'connection',
  'campaign',
  'imported_item',
  'api_key',
  'member',
  'invitation',
  'end_user',
  'workspace',
] as const;

/** A piece of configuration that names an erased person. It stays as it is until a member edits it. */
export interface ConfigurationMention {
  kind: (typeof configurationKinds)[number];
  /** Of drafts and versions: the journey's. */
  id: string;
  /** Of published versions. */
  version: number | null;
}
