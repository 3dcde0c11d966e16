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

/** Creates links that show a page with one saved variant. These visits are not counted. */
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
    <Section title="Variant previews" note="Not counted in the results">
      <Form send={make} button="Create links">
        <TextField
          label="Page URL"
          name="url"
          type="url"
          required
          maxLength={textLimits.targetUrl}
          defaultValue={onlyPageOf(targetUrl)}
          placeholder="https://www.example.com/pricing"
          hint={`An http or https URL that matches ${targetUrl}. The page must contain the snippet.`}
        />
      </Form>
      {shown.length < variants.length && (
        <p className="hint">Variants with scripts are left out: only admins can preview them.</p>
      )}
      <p className="hint">Links show the saved variant. After a change, create new links.</p>
      {links.length > 0 && (
        <div className="list">
          <DataTable caption="Preview links" columns={columns} rows={links} rowKey={({ variant }) => variant.id} />
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
          Preview {variant.name}
        </a>
        <CopyButton name={variant.name} text={url} />
      </div>
    ),
  },
  { title: 'Expires', wide: true, cell: ({ expiresAt }) => formatInstant(expiresAt) },
];

function CopyButton({ name, text }: { name: string; text: string }) {
  const toast = useToast();
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      toast(`Link to ${name} copied.`);
    } catch {
      // The clipboard is not available over plain http.
      toast('Your browser blocked copying. Open the link and copy its address.');
    }
  };
  return (
    <button type="button" className="button text" onClick={() => void copy()}>
      Copy link to {name}
    </button>
  );
}
