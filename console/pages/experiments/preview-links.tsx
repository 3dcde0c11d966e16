import { useState } from 'react';
import { scriptPaths } from '../../../domain/experiments/scripts';
import { textLimits } from '../../../domain/text-limits';
import { api, unwrap, type Schemas } from '../../api/client';
import { Section } from '../../components/facts';
import { Form, TextField } from '../../components/form';
import { formText } from '../../components/form-text';
import { DataTable, type Column } from '../../components/table';
import { useToast } from '../../components/toast';
import { formatInstant } from '../../format/time';
import { useMay } from '../../session/session';
import { onlyPageOf } from './only-page-of';

type Experiment = Schemas['Experiment'];
type Variant = Experiment['variants'][number];

interface PreviewLink {
  variant: Variant;
  url: string;
  expiresAt: string;
}

/** Links that show a page with one variant, as it is saved, to those who follow them; they count in no figures. */
export function PreviewLinks({ experiment: { id, targetUrl, variants } }: { experiment: Experiment }) {
  const [links, setLinks] = useState<readonly PreviewLink[]>([]);
  const mayRunScripts = useMay('experiments.run');
  const shown = variants.filter((variant) => mayRunScripts || scriptPaths([variant]).length === 0);
  const make = async (fields: FormData): Promise<void> => {
    const url = formText(fields, 'url');
    const made = shown.map(async (variant) => {
      const body = { variantId: variant.id, url };
      return {
        variant,
        ...(await unwrap(api.POST('/api/experiments/{id}/preview-link', { params: { path: { id } }, body }))),
      };
    });
    setLinks(await Promise.all(made));
  };
  return (
    <Section title="Look at the variants" note="no exposure, in no figures">
      <Form send={make} button="Make links">
        <TextField
          label="Address of a page"
          name="url"
          type="url"
          required
          maxLength={textLimits.targetUrl}
          defaultValue={onlyPageOf(targetUrl)}
          placeholder="https://www.example.com/pricing"
          hint={`With http or https, and named by ${targetUrl}. The page needs the snippet.`}
        />
      </Form>
      {shown.length < variants.length && (
        <p className="hint">Variants that run a script are left out: an admin makes links to those.</p>
      )}
      <p className="hint">A link shows the variant as it is saved now. Make a new link after a change.</p>
      {links.length > 0 && (
        <div className="list">
          <DataTable caption="Links" columns={columns} rows={links} rowKey={({ variant }) => variant.id} />
        </div>
      )}
    </Section>
  );
}

const columns: readonly Column<PreviewLink>[] = [
  { title: 'Variant', cell: ({ variant }) => variant.name },
  {
    title: 'Link',
    cell: ({ variant, url }) => (
      <div className="button-row">
        <a href={url} target="_blank" rel="noreferrer">
          Open with {variant.name}
        </a>
        <CopyButton name={variant.name} text={url} />
      </div>
    ),
  },
  { title: 'Good until', wide: true, cell: ({ expiresAt }) => formatInstant(expiresAt) },
];

function CopyButton({ name, text }: { name: string; text: string }) {
  const toast = useToast();
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      toast(`The link to ${name} is copied.`);
    } catch {
      // Over plain http there is no clipboard.
      toast('The browser did not let the link be copied. Open it, and copy its address.');
    }
  };
  return (
    <button type="button" className="button text" onClick={() => void copy()}>
      Copy the link to {name}
    </button>
  );
}
