/**
 * Returns JSON. Ignores `toJSON` methods that pages add to arrays, strings and numbers, as Prototype 1.6 does, because
 * they would turn these values into strings. An object's own `toJSON` applies.
 */
export const toJson = (value: unknown): string =>
  JSON.stringify(value, function (this: Record<string, unknown>, name, converted: unknown) {
    const given = this[name] as { toJSON?: unknown } | null | undefined;
    const isPlain = Array.isArray(given) || given?.toJSON === ({} as { toJSON?: unknown }).toJSON;
    return isPlain || /string|number|boolean/.test(typeof given) ? given : converted;
  });
