/** The trimmed text of a field. */
export const formText = (fields: FormData, name: string): string => {
  const value = fields.get(name);
  return typeof value === 'string' ? value.trim() : '';
};

/** The trimmed text of a field, or null if it is empty. */
export const textOrNull = (fields: FormData, name: string): string | null => formText(fields, name) || null;

/** The comma-separated values of a field. */
export const formList = (fields: FormData, name: string): string[] =>
  formText(fields, name)
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
