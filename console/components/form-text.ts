/** What stands in a field, without the spaces around it. */
export const formText = (fields: FormData, name: string): string => {
  const value = fields.get(name);
  return typeof value === 'string' ? value.trim() : '';
};

/** The same, or null for an empty field. */
export const textOrNull = (fields: FormData, name: string): string | null => formText(fields, name) || null;

/** The parts between commas. */
export const formList = (fields: FormData, name: string): string[] =>
  formText(fields, name)
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
