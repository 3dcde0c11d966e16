import { useState } from 'react';
import { api, unwrap } from '../../api/client';
import { Section } from '../../components/facts';
import { Computed, Read, useRead } from '../../components/read';
import { formatDay } from '../../format/time';

type Format = 'html' | 'text';

/** Shows the digest that would be sent now, as mail programs show it. */
export function DigestPreview() {
  const [format, setFormat] = useState<Format>('html');
  const query = useRead(['digest', 'preview'], () => unwrap(api.GET('/api/workspace/digest/preview')));
  return (
    <Section
      title="Preview"
      note={<Computed query={query} />}
      act={<FormatChoice format={format} onChange={setFormat} />}
    >
      <Read query={query}>
        {({ subject, text, period, problem }) => (
          <div className="stack">
            <p>
              <span className="quiet small">Subject</span> {subject}
            </p>
            <p className="quiet small">
              What would be sent now: {formatDay(period.from)} to {formatDay(period.to)}. Nothing is sent by opening
              this page.
            </p>
            {problem !== null && (
              <p className="notice warn" role="status">
                {problem}
              </p>
            )}
            {format === 'html' ? (
              <iframe
                key={query.dataUpdatedAt}
                className="preview-frame"
                title="Preview of the digest"
                sandbox=""
                src="/console/previews/digest"
              />
            ) : (
              <pre className="code" tabIndex={0}>
                {text}
              </pre>
            )}
          </div>
        )}
      </Read>
    </Section>
  );
}

function FormatChoice({ format, onChange }: { format: Format; onChange: (format: Format) => void }) {
  return (
    <div className="page-actions" role="group" aria-label="Format of the preview">
      {(['html', 'text'] as const).map((one) => (
        <button
          key={one}
          type="button"
          className={`button${format === one ? ' primary' : ''}`}
          aria-pressed={format === one}
          onClick={() => onChange(one)}
        >
          {one === 'html' ? 'HTML' : 'Text'}
        </button>
      ))}
    </div>
  );
}
