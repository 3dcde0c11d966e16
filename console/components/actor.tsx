/** Names a member or key. Deleted ones and `system` are shown by id. */
export const Actor = ({ id, name }: { id: string; name: string | null }) =>
  name === null ? (
    <span className="mono break">{id}</span>
  ) : (
    <span className="break" title={id}>
      {name}
    </span>
  );
