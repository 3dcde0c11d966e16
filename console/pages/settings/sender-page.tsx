import type { Schemas } from '../../api/client';
import { Facts } from '../../components/facts';
import { Form, TextArea, TextField } from '../../components/form';
import { Page } from '../../components/page';
import { Read } from '../../components/read';
import { EmptyState } from '../../components/states';
import { useMay } from '../../session/session';
import { useSaveWorkspace, useWorkspace } from './workspace-page';

type Sender = Schemas['Sender'];

export function SenderPage() {
  const query = useWorkspace();
  const mayWrite = useMay('workspace.write');
  return (
    <Page
      title="Sender"
      intro="The sender and branding of your messages. Marketing messages always include the name and postal address."
    >
      <div className="list">
        <Read query={query}>
          {({ sender }) => (mayWrite ? <SenderForm sender={sender} /> : <SenderFacts sender={sender} />)}
        </Read>
      </div>
    </Page>
  );
}

function SenderFacts({ sender }: { sender: Sender | null }) {
  if (sender === null)
    return <EmptyState title="No sender yet.">Messages use the default sender. An admin can set one.</EmptyState>;
  const { name, email, replyTo, postalAddress } = sender;
  return (
    <Facts
      of={[
        ['Name', name],
        ['Email', email ?? 'Default'],
        ['Reply to', replyTo ?? 'Sender'],
        ['Postal address', postalAddress],
      ]}
    />
  );
}

const text = (fields: FormData, name: string): string => String(fields.get(`sender.${name}`) ?? '').trim();
const optional = (fields: FormData, name: string): string | null => text(fields, name) || null;

const senderOf = (fields: FormData): Sender => ({
  name: text(fields, 'name'),
  email: optional(fields, 'email'),
  replyTo: optional(fields, 'replyTo'),
  postalAddress: text(fields, 'postalAddress'),
  logoUrl: optional(fields, 'logoUrl'),
  accentColor: optional(fields, 'accentColor'),
});

function SenderForm({ sender }: { sender: Sender | null }) {
  const save = useSaveWorkspace();
  return (
    <Form send={(fields) => save({ sender: senderOf(fields) })} button="Save" done="Sender saved.">
      <TextField label="Name" name="sender.name" defaultValue={sender?.name} required />
      <TextField
        label="Email"
        name="sender.email"
        type="email"
        defaultValue={sender?.email ?? ''}
        hint="Use a verified domain, or leave empty for the default address."
      />
      <TextField label="Reply to" name="sender.replyTo" type="email" defaultValue={sender?.replyTo ?? ''} />
      <TextArea
        label="Postal address"
        name="sender.postalAddress"
        defaultValue={sender?.postalAddress}
        required
        hint="Required in marketing messages."
      />
      <TextField
        label="Logo URL"
        name="sender.logoUrl"
        type="url"
        defaultValue={sender?.logoUrl ?? ''}
        hint="An https URL of an image."
      />
      <TextField
        label="Accent color"
        name="sender.accentColor"
        defaultValue={sender?.accentColor ?? ''}
        hint="For example, #3446c9. Apex darkens it where contrast is too low."
      />
    </Form>
  );
}
