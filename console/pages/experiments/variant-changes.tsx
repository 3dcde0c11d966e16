import type { Schemas } from '../../api/client';
import { Section } from '../../components/facts';
import { formatShare } from '../../format/number';
import { describeVariant } from '../../format/page-change';

type Variant = Schemas['Experiment']['variants'][number];

/** Shows what each variant changes on the page, in words, with its code behind it. */
export function VariantChanges({ variants }: { variants: readonly Variant[] }) {
  return (
    <Section title="Changes" note="What visitors see">
      <div className="grid variant-changes">
        {variants.map((variant, index) => (
          <div className="card stack" key={variant.id}>
            <h3>
              {variant.name} <span className="tag">{index === 0 ? 'Control' : formatShare(variant.weight)}</span>
            </h3>
            <Changes variant={variant} />
            <Code title="CSS" text={variant.css} />
            <Code title="JavaScript" text={variant.js} />
          </div>
        ))}
      </div>
    </Section>
  );
}

function Changes({ variant }: { variant: Variant }) {
  const changes = describeVariant(variant);
  if (changes.length === 0) return <p className="quiet">The original page.</p>;
  return (
    <ul className="changes">
      {changes.map((change, index) => (
        <li key={index} className="break">
          {change}
        </li>
      ))}
    </ul>
  );
}

function Code({ title, text = '' }: { title: string; text: string | undefined }) {
  if (text.trim() === '') return null;
  return (
    <details>
      <summary>Show {title}</summary>
      <pre className="code" tabIndex={0}>
        {text}
      </pre>
    </details>
  );
}
