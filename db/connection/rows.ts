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

/**
 * Columns of a table, for the text of a statement: `x.created_at as "createdAt", …`.
 * @param prefix of the names, where one row has the columns of several tables: {@link fieldsOf} finds them again
 */
export const listColumns = (columns: readonly string[], table: string, prefix = ''): string =>
  columns.map((column) => `${table}.${column.replace(/\w+$/, `"${prefix}$&"`)}`).join(', ');

/** What a row has of one of its tables: all are null where an outer join found nothing. */
export const fieldsOf = <Row>(row: Readonly<Record<string, unknown>>, prefix: string): Row | Nulls<Row> =>
  Object.fromEntries(
    Object.entries(row).flatMap(([name, value]) =>
      name.startsWith(prefix) ? [[name.slice(prefix.length), value]] : [],
    ),
  ) as Row | Nulls<Row>;

type Nulls<Row> = { [Field in keyof Row]: null };
