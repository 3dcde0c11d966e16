import { useQueryClient } from '@tanstack/react-query';
import { api, unwrap, type Schemas } from '../../api/client';
import { useCursorList } from '../../api/lists';
import { ConfirmButton } from '../../components/dialog';
import { Section } from '../../components/facts';
import { Form, TextField } from '../../components/form';
import { List } from '../../components/list';
import { Page } from '../../components/page';
import { Ago } from '../../components/read';
import { EmptyState } from '../../components/states';
import type { Column } from '../../components/table';
import { useToast } from '../../components/toast';
import { useMay } from '../../session/session';

export function SecretsPage() {
  const client = useQueryClient();
  const mayWrite = useMay('secrets.write');
  const source = useCursorList(['secrets'], (query) =>
    unwrap(api.GET('/api/workspace/secrets', { params: { query } })),
  );
  const columns: readonly Column<Schemas['Secret']>[] = [
    { title: 'Name', cell: ({ name }) => <strong className="mono">{name}</strong> },
    { title: 'In a webhook', wide: true, cell: ({ name }) => <code>{`{{ secrets.${name} }}`}</code> },
    { title: 'Changed', cell: ({ updatedAt }) => <Ago at={updatedAt} /> },
    ...(mayWrite ? [{ title: 'Acts', cell: ({ name }: Schemas['Secret']) => <Delete name={name} /> }] : []),
  ];
  const put = async (fields: FormData): Promise<void> => {
    const name = String(fields.get('name')).trim();
    await unwrap(
      api.PUT('/api/workspace/secrets/{name}', {
        params: { path: { name } },
        body: { value: String(fields.get('value')) },
      }),
    );
    await client.invalidateQueries({ queryKey: ['secrets'] });
  };
  return (
    <Page title="Secrets" intro="Values that webhook steps send, and that cannot be read again.">
      {mayWrite && (
        <Section title="Set a secret">
          <Form send={put} button="Set" done="The secret is set." reset inline>
            <TextField
              label="Name"
              name="name"
              required
              autoComplete="off"
              hint="One that is there gets the new value."
            />
            <TextField label="Value" name="value" type="password" required autoComplete="new-password" />
          </Form>
        </Section>
      )}
      <Section title="All secrets">
        <List
          source={source}
          caption="Secrets"
          columns={columns}
          rowKey={({ name }) => name}
          empty={
            <EmptyState title="No secret yet.">
              Tokens of the services that your webhook steps call belong here.
            </EmptyState>
          }
        />
      </Section>
    </Page>
  );
}

function Delete({ name }: { name: string }) {
  const client = useQueryClient();
  const toast = useToast();
  return (
    <ConfirmButton
      label="Delete"
      className="button text bad"
      title={`Delete the secret ${name}?`}
      confirm="Delete"
      act={async () => {
        await unwrap(api.DELETE('/api/workspace/secrets/{name}', { params: { path: { name } } }));
        await client.invalidateQueries({ queryKey: ['secrets'] });
        toast(`The secret ${name} is deleted.`);
      }}
    >
      <p>Webhook steps that name it fail from now on. 1 secret is concerned.</p>
    </ConfirmButton>
  );
}
