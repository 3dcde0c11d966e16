import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { textLimits } from '../../../domain/text-limits';
import { api, unwrap, type Schemas } from '../../api/client';
import { useCursorList, useWholeList } from '../../api/lists';
import { ConfirmButton, Dialog } from '../../components/dialog';
import { Section } from '../../components/facts';
import { Form, SelectField, TextField } from '../../components/form';
import { List } from '../../components/list';
import { Page } from '../../components/page';
import { Ago } from '../../components/read';
import { EmptyState } from '../../components/states';
import type { Column } from '../../components/table';
import { useToast } from '../../components/toast';
import { useMay } from '../../session/session';

type ListedKey = Schemas['TransactionalKey'];

const creatorOf = ({ createdBy }: ListedKey): string =>
  createdBy === null
    ? 'the installation'
    : `${createdBy.name ?? createdBy.email ?? createdBy.id}${createdBy.removed ? ', removed' : ''}`;

const common: readonly Column<ListedKey>[] = [
  { title: 'Name', cell: ({ name }) => <strong>{name}</strong> },
  {
    title: 'Key',
    cell: ({ prefix, last4 }) => (
      <span className="mono">
        {prefix}…{last4}
      </span>
    ),
  },
  { title: 'Made by', wide: true, cell: (key) => <span className="break">{creatorOf(key)}</span> },
  { title: 'Last used', cell: ({ lastUsedAt }) => <Ago at={lastUsedAt} /> },
  { title: 'Expires', wide: true, cell: ({ expiresAt }) => <Ago at={expiresAt} /> },
];

export function KeysPage() {
  const [made, setMade] = useState<{ name: string; rawKey: string } | null>(null);
  return (
    <Page title="Keys" intro="What programs call the API with. A key is shown once, as it is made.">
      <ApiKeys onMade={setMade} />
      <TransactionalKeys onMade={setMade} />
      <Dialog open={made !== null} onOpenChange={() => setMade(null)} title={`The key ${made?.name ?? ''}`}>
        <p>Keep it where only your program reads it. It is not shown again.</p>
        <code className="secret-value">{made?.rawKey}</code>
      </Dialog>
    </Page>
  );
}

type OnMade = (key: { name: string; rawKey: string }) => void;

const nameOf = (fields: FormData): string => String(fields.get('name')).trim();

function ApiKeys({ onMade }: { onMade: OnMade }) {
  const client = useQueryClient();
  const mayMake = useMay('keys.write');
  const source = useCursorList(['keys'], (query) => unwrap(api.GET('/api/keys', { params: { query } })));
  const create = async (fields: FormData): Promise<void> => {
    const kind = fields.get('kind') === 'user' ? ('user' as const) : ('server' as const);
    onMade(await unwrap(api.POST('/api/keys', { body: { name: nameOf(fields), kind } })));
    await client.invalidateQueries({ queryKey: ['keys'] });
  };
  const end = (id: string) => unwrap(api.DELETE('/api/keys/{id}', { params: { path: { id } } }));
  const columns: readonly Column<Schemas['Key']>[] = [
    ...common,
    { title: 'Kind', cell: ({ kind }) => kind },
    { title: 'Acts', cell: (key) => <EndKey name={key.name} list="keys" end={() => end(key.id)} /> },
  ];
  return (
    <Section title="API keys">
      {mayMake && (
        <Form send={create} button="Make a key" reset inline>
          <TextField label="Name" name="name" required maxLength={textLimits.name} />
          <SelectField label="Kind" name="kind" hint="A server key acts as an admin, a user key as you.">
            <option>server</option>
            <option>user</option>
          </SelectField>
        </Form>
      )}
      <div className="list">
        <List
          source={source}
          caption="API keys"
          columns={columns}
          rowKey={({ id }) => id}
          empty={<EmptyState title="No key yet." />}
        />
      </div>
    </Section>
  );
}

function TransactionalKeys({ onMade }: { onMade: OnMade }) {
  const client = useQueryClient();
  const mayMake = useMay('transactional_keys.write');
  const source = useWholeList(['transactional-keys'], () => unwrap(api.GET('/api/transactional-api-keys')));
  const create = async (fields: FormData): Promise<void> => {
    onMade(await unwrap(api.POST('/api/transactional-api-keys', { body: { name: nameOf(fields) } })));
    await client.invalidateQueries({ queryKey: ['transactional-keys'] });
  };
  const end = (keyId: string) =>
    unwrap(api.DELETE('/api/transactional-api-keys/{keyId}', { params: { path: { keyId } } }));
  const columns: readonly Column<ListedKey>[] = [
    ...common,
    { title: 'Acts', cell: (key) => <EndKey name={key.name} list="transactional-keys" end={() => end(key.id)} /> },
  ];
  return (
    <Section title="Transactional keys" note="they send messages, and open nothing else">
      {mayMake && (
        <Form send={create} button="Make a transactional key" reset inline>
          <TextField label="Name" name="name" required maxLength={textLimits.name} />
        </Form>
      )}
      <div className="list">
        <List
          source={source}
          caption="Transactional keys"
          columns={columns}
          rowKey={({ id }) => id}
          empty={<EmptyState title="No key yet.">Make one for each service of yours that sends.</EmptyState>}
        />
      </div>
    </Section>
  );
}

function EndKey({ name, list, end }: { name: string; list: string; end: () => Promise<unknown> }) {
  const client = useQueryClient();
  const toast = useToast();
  return (
    <ConfirmButton
      label="End"
      className="button text bad"
      title={`End the key ${name}?`}
      confirm="End the key"
      act={async () => {
        await end();
        await client.invalidateQueries({ queryKey: [list] });
        toast(`The key ${name} opens nothing any more.`);
      }}
    >
      <p>1 key is concerned: every program that uses it is refused from now on. It cannot be made good again.</p>
    </ConfirmButton>
  );
}
