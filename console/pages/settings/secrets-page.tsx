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
    { title: 'Updated', cell: ({ updatedAt }) => <Ago at={updatedAt} /> },
    ...(mayWrite ? [{ title: 'Actions', cell: ({ name }: Schemas['Secret']) => <Delete name={name} /> }] : []),
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
    <Page title="Secrets" intro="Values for webhook steps. You cannot read a value again after you set it.">
      {mayWrite && (
        <Section title="New secret">
          <Form send={put} button="Set secret" done="Secret saved." reset inline>
            <TextField
              label="Name"
              name="name"
              required
              autoComplete="off"
              hint="If the name exists, the new value replaces the old one."
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
            <EmptyState title="No secrets yet.">Add the tokens of services that your webhook steps call.</EmptyState>
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
        toast(`Secret ${name} deleted.`);
      }}
    >
      <p>Webhook steps that use this secret will fail.</p>
    </ConfirmButton>
  );
}
