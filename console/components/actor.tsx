/** A member or key that did something, by name; by the id when it is deleted, and for `system`. */
export const Actor = ({ id, name }: { id: string; name: string | null }) =>
  name === null ? (
    <span className="mono break">{id}</span>
  ) : (
    <span className="break" title={id}>
      {name}
    </span>
  );
