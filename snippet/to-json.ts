/**
 * Returns JSON. Some pages add `toJSON` to arrays, texts and numbers, as Prototype 1.6 does, and a receiver would then
 * get texts instead of them. An object's own conversion applies.
 */
export const toJson = (value: unknown): string =>
  JSON.stringify(value, function (this: Record<string, unknown>, name, converted: unknown) {
    const given = this[name] as { toJSON?: unknown } | null | undefined;
    const isPlain = Array.isArray(given) || given?.toJSON === ({} as { toJSON?: unknown }).toJSON;
    return isPlain || /string|number|boolean/.test(typeof given) ? given : converted;
  });
