import { attempt } from './attempt';

type Kind = 'HTML' | 'Script' | 'ScriptURL';
type Policy = Record<`create${Kind}`, (text: string) => string>;

/** Not in the DOM library of every TypeScript version. */
interface TrustedTypes {
  createPolicy(name: string, rules: Policy): Policy;
  getAttributeType(tag: string, attribute: string): `Trusted${Kind}` | null;
}

const { trustedTypes: found } = window as { trustedTypes?: TrustedTypes };
// In browsers without support, this can be an element with the same name.
const trustedTypes = found?.createPolicy ? found : undefined;
const same = (text: string): string => text;
const plain: Policy = { createHTML: same, createScript: same, createScriptURL: same };
let policy: Policy | undefined;

/**
 * Marks content of a variant as trusted, with the policy `apex`. If the page does not allow the policy, returns plain
 * text, which the browser refuses if the page requires Trusted Types.
 */
export function trusted(kind: Kind, text: string): string {
  policy ??= attempt(() => trustedTypes?.createPolicy('apex', plain)) ?? plain;
  return policy[`create${kind}`](text);
}

/** Does the same for the value of an attribute that runs or loads a script. */
export function trustedValue({ localName }: Element, attribute: string, value: string): string {
  const type = trustedTypes?.getAttributeType(localName, attribute);
  return type ? trusted(type.slice('Trusted'.length) as Kind, value) : value;
}
