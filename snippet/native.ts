/**
 * Returns a view of a page object in which no element hides a member. On documents and forms, elements hide members
 * with their name: `<img name="cookie">` hides `document.cookie`, and a visitor may have written it. An element is
 * never a primitive value, so primitives are read from the object and everything else from the prototype.
 */
export const native = <Target extends object>(target: Target, { prototype }: { prototype: Target }): Target => {
  const holderOf = (name: string | symbol): Target => {
    const value: unknown = Reflect.get(target, name);
    return Object(value) === value ? prototype : target;
  };
  return new Proxy(prototype, {
    get(_prototype, name): unknown {
      const value: unknown = Reflect.get(holderOf(name), name, target);
      return value instanceof Function ? value.bind(target) : value;
    },
    set: (_prototype, name, value) => Reflect.set(holderOf(name), name, value, target),
  });
};

/** Use it instead of `document`. */
export const page = native(document, Document);

/** Use it for any element that may be a form. */
export const viewOf = (element: Element): Element => native<Element>(element, Element);
