type Complete<Row, Field> = [Exclude<keyof Row, Field>] extends [never]
  ? unknown
  : { missing: Exclude<keyof Row, Field> };

/**
 * Returns the columns of a row, each aliased to its field: `createdAt` is `created_at as createdAt`. For knex's
 * `select`, `first` and `returning`. All fields of the row are required.
 */
export const columnsOf =
  <Row>() =>
  <Field extends keyof Row & string>(...fields: Field[] & Complete<Row, Field>): string[] =>
    fields.map((field) => `${field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)} as ${field}`);

/**
 * Returns columns of a table as SQL text: `x.created_at as "createdAt", …`.
 * @param prefix for the aliases if a row has the columns of several tables; {@link fieldsOf} extracts them again
 */
export const listColumns = (columns: readonly string[], table: string, prefix = ''): string =>
  columns.map((column) => `${table}.${column.replace(/\w+$/, `"${prefix}$&"`)}`).join(', ');

/** Extracts the fields of one table from a row. All are null if an outer join found no row. */
export const fieldsOf = <Row>(row: Readonly<Record<string, unknown>>, prefix: string): Row | Nulls<Row> =>
  Object.fromEntries(
    Object.entries(row).flatMap(([name, value]) =>
      name.startsWith(prefix) ? [[name.slice(prefix.length), value]] : [],
    ),
  ) as Row | Nulls<Row>;

type Nulls<Row> = { [Field in keyof Row]: null };
