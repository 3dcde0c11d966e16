import type { PatchChange } from '../../domain/experiments/schemas';
import type { Surface } from './surface';
import { trustedValue } from './trusted-types';

/**
 * Reads and writes an attribute. Pages often change single classes and style properties, even of a value that a variant
 * has written, so these attributes are compared part by part.
 */
export function attributeSurface(element: Element, name: string): Surface {
  // A content policy can forbid writes to the attribute, but not to this object.
  const style = name === 'style' ? (element as Partial<ElementCSSInlineStyle>).style : undefined;
  const read = (): string | null => {
    const value = element.getAttribute(name);
    return value !== null && style ? style.cssText : value;
  };
  const write = (value: string | null): void => {
    if (value === null) element.removeAttribute(name);
    else if (style) style.cssText = value;
    else element.setAttribute(name, trustedValue(element, name, value));
  };
  /** The value that the page gave it. */
  let own = read();
  /** The value after the last call. */
  let last = own;
  return {
    sync() {
      const now = read();
      if (now === last) return false;
      own = ownValue(name, { own, last, now });
      last = now;
      return true;
    },
    render(changes) {
      const value = changes.reduce(applyChange, own);
      if (value === last) return false;
      write(value);
      const before = last;
      last = read();
      return last !== before;
    },
  };
}

function applyChange(current: string | null, { attribute, action, value = '' }: PatchChange): string | null {
  if (attribute === 'class' && action !== 'set') {
    const names = split('class', current);
    for (const [name] of split('class', value)) {
      if (action === 'append') names.set(name, name);
      else names.delete(name);
    }
    return current === null && names.size === 0 ? null : [...names.values()].join(' ');
  }
  if (action === 'remove') return null;
  return action === 'append' ? (current ?? '') + value : value;
}

/** Splits a value into the parts that pages change separately. */
function split(attribute: string, value: string | null): Map<string, string> {
  if (value === null) return new Map();
  if (attribute === 'class') return new Map((value.match(/\S+/g) ?? []).map((name) => [name, name]));
  if (attribute !== 'style') return new Map([['', value]]);
  const declarations = value.match(/(?:[^;("']|\([^)]*\)|"[^"]*"|'[^']*')+/g) ?? [];
  return new Map(declarations.map((text) => [text.replace(/:[^]*/, '').trim(), text.trim()]));
}

/**
 * Returns the page's own value after a write by the page. Parts that only variants changed get the page's own value
 * back. If the page has dropped a part that variants added, its write was not based on their value.
 */
function ownValue(attribute: string, values: Record<'own' | 'last' | 'now', string | null>): string | null {
  if (values.now === null) return null;
  const [own, last, now] = [values.own, values.last, values.now].map((value) => split(attribute, value)) as [
    Map<string, string>,
    Map<string, string>,
    Map<string, string>,
  ];
  const isReplaced = [...last.keys()].some((part) => !own.has(part) && !now.has(part));
  const result = new Map(now);
  for (const part of [...own.keys(), ...last.keys()]) {
    const before = own.get(part);
    if (now.get(part) !== last.get(part) || before === last.get(part)) continue;
    if (before === undefined) result.delete(part);
    else if (now.has(part) || !isReplaced) result.set(part, before);
  }
  if (values.own === null && result.size === 0) return null;
  return [...result.values()].map((part) => (attribute === 'style' ? `${part};` : part)).join(' ');
}
