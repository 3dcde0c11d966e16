import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { api, unwrap } from '../../../api/client';
import { Dialog } from '../../../components/dialog';
import { Loading } from '../../../components/states';
import { useMay } from '../../../session/session';
import { AudienceForm, emptyAudience } from '../../audiences/audience-form';
import { emptyDraft } from '../../communications/content';
import { emptyTrigger, TriggerForm } from '../../triggers/trigger-form';

/** Creates a resource that the journey needs, in a dialog over the draft. */

const CommunicationEditor = lazy(() =>
  import('../../communications/communication-editor').then((module) => ({ default: module.CommunicationEditor })),
);
interface Props {
  /** Adds the resource to the journey. */
  onCreated: (id: string) => void;
}

export function NewCommunication({ onCreated }: Props) {
  const created = useCreated('communications', onCreated);
  if (!useMay('communications.write')) return null;
  return (
    <PartDialog title="New communication" wide>
      {(close) => (
        <CommunicationEditor
          initial={emptyDraft}
          marketingOnly
          button="Create"
          done="Communication created and selected."
          save={async (body) => {
            const { id } = await unwrap(api.POST('/api/communications', { body }));
            await created(id, close);
          }}
        />
      )}
    </PartDialog>
  );
}

export function NewAudience({ onCreated }: Props) {
  const created = useCreated('audiences', onCreated);
  if (!useMay('audiences.write')) return null;
  return (
    <PartDialog title="New audience">
      {(close) => (
        <AudienceForm
          initial={emptyAudience}
          button="Create"
          done="Audience created and selected."
          save={async (body) => {
            const { id } = await unwrap(api.POST('/api/audiences', { body }));
            await created(id, close);
          }}
        />
      )}
    </PartDialog>
  );
}

export function NewTrigger({ onCreated }: Props) {
  const created = useCreated('trigger-contracts', onCreated);
  if (!useMay('trigger_contracts.write')) return null;
  return (
    <PartDialog title="New trigger">
      {(close) => (
        <TriggerForm
          initial={emptyTrigger}
          button="Create trigger"
          done="Trigger created and selected."
          save={async (body) => {
            const { id } = await unwrap(api.POST('/api/trigger-contracts', { body }));
            await created(id, close);
          }}
        />
      )}
    </PartDialog>
  );
}

/** Reloads the list first, so that the name of the selection is known. */
function useCreated(list: string, onCreated: Props['onCreated']) {
  const client = useQueryClient();
  return async (id: string, close: () => void): Promise<void> => {
    await client.invalidateQueries({ queryKey: [list] });
    close();
    onCreated(id);
  };
}

interface PartDialogProps {
  title: string;
  wide?: boolean;
  children: (close: () => void) => ReactNode;
}

function PartDialog({ title, wide = false, children }: PartDialogProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" className="button text" onClick={() => setOpen(true)}>
        {title}
      </button>
      <Dialog open={open} onOpenChange={setOpen} title={title} className={wide ? 'wide' : ''}>
        <Suspense fallback={<Loading />}>{children(() => setOpen(false))}</Suspense>
      </Dialog>
    </>
  );
}
