/** Kinds of configuration that may mention a person. */
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

/** Configuration that mentions an erased person. It stays unchanged until a member edits it. */
export interface ConfigurationMention {
  kind: (typeof configurationKinds)[number];
  /** For drafts and versions, the id of the journey. */
  id: string;
  /** Set only for published versions. */
  version: number | null;
}
