type Complete<Row, Field> = [Exclude<keyof Row, Field>] extends [never]
  ? unknown
  : { missing: Exclude<keyof Row, Field> };

/**
 * The columns of a row, each under the name of its field: `createdAt` is `created_at as createdAt`. For knex's `select`, `first`
 * and `returning`. All fields of the row are to be given.
 */
export const columnsOf =
  <Row>() =>
  <Field extends keyof Row & string>(...fields: Field[] & Complete<Row, Field>): string[] =>
    fields.map((field) => `${field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)} as ${field}`);

/** Columns of a table, for the text of a statement: `x.created_at as "createdAt", …`. */
export const listColumns = (columns: readonly string[], table: string): string =>
  columns.map((column) => `${table}.${column.replace(/\w+$/, '"$&"')}`).join(', ');
