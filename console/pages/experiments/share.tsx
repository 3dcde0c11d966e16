import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, unwrap, type Schemas } from '../../api/client';
import { Dialog } from '../../components/dialog';
import { Form, SelectField } from '../../components/form';
import { formText } from '../../components/form-text';
import { Ago, Read, useRead } from '../../components/read';
import { Status } from '../../components/status';
import { DataTable } from '../../components/table';
import { useToast } from '../../components/toast';
import { formatInstant } from '../../format/time';

type ShareLink = Schemas['ShareLink'];

const lifetimes = [
  [7, '7 days'],
  [30, '30 days'],
  [90, '90 days'],
] as const;

/** Creates, lists and revokes links that show the results without signing in. */
export function Share({ id, name }: { id: string; name: string }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" className="button" onClick={() => setOpen(true)}>
        Share
      </button>
      {open && (
        <Dialog open onOpenChange={setOpen} title={`Share the results of ${name}`} className="wide">
          <ShareLinks id={id} />
        </Dialog>
      )}
    </>
  );
}

function ShareLinks({ id }: { id: string }) {
  const client = useQueryClient();
  const key = ['experiments', id, 'share-links'];
  const path = { params: { path: { id } } };
  const query = useRead(key, () => unwrap(api.GET('/api/experiments/{id}/share-links', path)));
  const [url, setUrl] = useState<string | null>(null);
  const create = async (fields: FormData): Promise<void> => {
    const body = { expiresInDays: Number(formText(fields, 'expiresInDays')) };
    const made = await unwrap(api.POST('/api/experiments/{id}/share-links', { ...path, body }));
    setUrl(made.url);
    await client.invalidateQueries({ queryKey: key });
  };
  return (
    <div className="dialog-body stack">
      <p>
        Anyone who has a link can see the results of this experiment, and what its variants change, without signing in.
        The link shows no other page and no personal data.
      </p>
      <Form send={create} button="Create link" done="Link created." inline>
        <SelectField label="Expires after" name="expiresInDays" defaultValue={30}>
          {lifetimes.map(([days, text]) => (
            <option key={days} value={days}>
              {text}
            </option>
          ))}
        </SelectField>
      </Form>
      {url !== null && <NewLink url={url} />}
      <Read query={query}>
        {(links) => (links.length === 0 ? <p className="quiet">No links yet.</p> : <LinkTable id={id} links={links} />)}
      </Read>
    </div>
  );
}

/** The address is shown only once, because only its hash is stored. */
function NewLink({ url }: { url: string }) {
  const toast = useToast();
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(url);
      toast('Link copied.');
    } catch {
      // The clipboard is not available over plain http.
      toast('Your browser blocked copying. Select the link and copy it.');
    }
  };
  return (
    <div className="notice good stack">
      <p>Copy the link now. It is not shown again.</p>
      <div className="share-url">
        <input type="text" readOnly aria-label="Link" value={url} onFocus={({ target }) => target.select()} />
        <button type="button" className="button" onClick={() => void copy()}>
          Copy link
        </button>
      </div>
    </div>
  );
}

function LinkTable({ id, links }: { id: string; links: readonly ShareLink[] }) {
  const client = useQueryClient();
  const toast = useToast();
  const revoke = async (linkId: string): Promise<void> => {
    const params = { path: { id, linkId } };
    try {
      await unwrap(api.DELETE('/api/experiments/{id}/share-links/{linkId}', { params }));
      toast('Link revoked.');
    } catch (error) {
      toast((error as Error).message);
    }
    await client.invalidateQueries({ queryKey: ['experiments', id, 'share-links'] });
  };
  return (
    <DataTable
      caption="Share links"
      rows={links}
      rowKey={(link) => link.id}
      columns={[
        { title: 'Created by', cell: ({ createdBy, createdByName }) => createdByName ?? createdBy },
        { title: 'Created', wide: true, cell: ({ createdAt }) => <Ago at={createdAt} /> },
        { title: 'Expires', cell: ({ expiresAt }) => formatInstant(expiresAt) },
        { title: 'Status', cell: ({ status }) => <Status of={status} /> },
        {
          title: 'Action',
          cell: (link) =>
            link.status === 'active' && (
              <button type="button" className="button text bad" onClick={() => void revoke(link.id)}>
                Revoke
              </button>
            ),
        },
      ]}
    />
  );
}
