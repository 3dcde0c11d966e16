/** Values that clients send by mistake instead of an id. Accepting one would merge all their senders into one person. */
const placeholders = ['undefined', 'null', 'none', 'nil', 'nan', 'true', 'false', '0', '[object object]'];
const userPlaceholders = [...placeholders, 'anonymous', 'guest', 'id', 'distinct_id', 'user_id', 'not_authenticated'];

const ofIds = new Set(placeholders);
const ofUserIds = new Set(userPlaceholders);

/** The longest placeholder. Longer ids are only checked for blanks. */
const longest = Math.max(...userPlaceholders.map(({ length }) => length));

const visible = /[^\s\p{Cf}]/u;

/** Checks whether an id is blank or a placeholder, in any case and with spaces around it. */
export const isPlaceholderId = (id: string): boolean => isBlankOr(ofIds, id);

/** Like {@link isPlaceholderId}, for the customer's own id of a person, which has more placeholders. */
export const isPlaceholderUserId = (id: string): boolean => isBlankOr(ofUserIds, id);

function isBlankOr(names: ReadonlySet<string>, id: string): boolean {
  if (!visible.test(id)) return true;
  const trimmed = id.trim();
  return trimmed.length <= longest && names.has(trimmed.toLowerCase());
}
