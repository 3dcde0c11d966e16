import { Section } from '../../components/facts';

const fields: readonly (readonly [string, string])[] = [
  ['', 'Do not import'],
  ['email', 'Email'],
  ['id', 'Your ID'],
  ['timezone', 'Timezone'],
  ['locale', 'Locale'],
  ['consent.marketing', 'Marketing consent'],
  ['consent.source', 'Source of consent'],
  ['attributes.', 'Attribute'],
];

const attributeStart = 'attributes.';

const usualNames: Readonly<Record<string, string>> = {
  email: 'email',
  'e-mail': 'email',
  'email address': 'email',
  id: 'id',
  user_id: 'id',
  'customer id': 'id',
  timezone: 'timezone',
  'time zone': 'timezone',
  locale: 'locale',
  language: 'locale',
  'consent.marketing': 'consent.marketing',
  'consent.source': 'consent.source',
};

/** Returns the field that each header probably is. Unknown headers become attributes with their name in snake case. */
export function usualColumns(headers: readonly string[]): Record<string, string> {
  const taken = new Set<string>();
  return Object.fromEntries(
    headers.flatMap((header) => {
      const name = header.trim().toLowerCase();
      const attribute = attributeStart + name.replace(/^attributes\./, '').replaceAll(/[^\p{L}\p{N}]+/gu, '_');
      const field = usualNames[name] ?? attribute;
      if (name === '' || name === 'created_at' || taken.has(field)) return [];
      taken.add(field);
      return [[header, field]];
    }),
  );
}

interface Props {
  headers: readonly string[];
  /** The first rows of the file. */
  rows: readonly (readonly string[])[];
  columns: Record<string, string>;
  onChange: (columns: Record<string, string>) => void;
}

/** Chooses the field of each column, with examples from the file. */
export function MapColumns({ headers, rows, columns, onChange }: Props) {
  const set = (header: string, field: string): void => {
    const { [header]: _before, ...others } = columns;
    onChange(field === '' ? others : { ...others, [header]: field });
  };
  return (
    <Section title="Columns" note="With the first rows of the file">
      <div className="table-frame" role="region" aria-label="Columns" tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">Column</th>
              <th scope="col">Import as</th>
              <th scope="col">Examples</th>
            </tr>
          </thead>
          <tbody>
            {headers.map((header, place) => (
              <tr key={header}>
                <td className="mono break">{header}</td>
                <td>
                  <Choice header={header} field={columns[header] ?? ''} onChange={(field) => set(header, field)} />
                </td>
                <td className="break quiet">
                  {rows
                    .map((row) => row[place] ?? '')
                    .filter(Boolean)
                    .join(', ')}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Section>
  );
}

function Choice({ header, field, onChange }: { header: string; field: string; onChange: (field: string) => void }) {
  const isAttribute = field.startsWith(attributeStart);
  return (
    <div className="map-column">
      <select
        aria-label={`Import ${header} as`}
        value={isAttribute ? attributeStart : field}
        onChange={({ target }) => onChange(target.value === attributeStart ? attributeStart + header : target.value)}
      >
        {fields.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
      {isAttribute && (
        <input
          aria-label={`Attribute for ${header}`}
          value={field.slice(attributeStart.length)}
          maxLength={200}
          onChange={({ target }) => onChange(attributeStart + target.value)}
        />
      )}
    </div>
  );
}
