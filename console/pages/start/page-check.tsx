import { useMutation } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { api, ApiError, unwrap, type Schemas } from '../../api/client';
import { TextField } from '../../components/form';
import { completeUrl } from '../../format/complete-url';
import { formatMessage } from '../../format/problems';

type Check = Schemas['InstallCheck'];
type Finding = Check['findings'][number];

/** Checks a page for the snippet. @param props.suggestion the address to start with */
export function PageCheck({ suggestion }: { suggestion: string | undefined }) {
  const check = useMutation({
    mutationFn: (url: string) => unwrap(api.POST('/api/install-check', { body: { url } })),
  });
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    check.mutate(completeUrl(String(new FormData(event.currentTarget).get('url'))));
  };
  return (
    <>
      <form className="form inline check-form" onSubmit={submit}>
        <TextField
          label="Page"
          name="url"
          inputMode="url"
          autoCapitalize="none"
          spellCheck={false}
          required
          maxLength={2_048}
          defaultValue={suggestion}
          placeholder="https://shop.example.com/"
          hint="Apex loads the page and reads its HTML. It does not run scripts."
        />
        <button type="submit" className="button primary" disabled={check.isPending}>
          {check.isPending ? 'Checking…' : 'Check page'}
        </button>
      </form>
      <div role="status" className="check-result">
        {check.isPending && <p className="quiet">Loading the page. This takes up to 8 seconds.</p>}
        {check.data !== undefined && !check.isPending && <Result check={check.data} />}
      </div>
      {check.error !== null && (
        <p role="alert" className="alert">
          {problemOf(check.error)}
        </p>
      )}
    </>
  );
}

const problemOf = (error: Error): string => {
  const [detail] = error instanceof ApiError ? error.details : [];
  return formatMessage(detail?.message ?? error.message);
};

const conclusions: Record<Check['result'], { tone: string; text: string }> = {
  good: { tone: 'good', text: 'The snippet is installed.' },
  warning: { tone: 'warn', text: 'The snippet is installed, with warnings.' },
  error: { tone: 'bad', text: 'The snippet does not work on this page.' },
  not_checked: { tone: 'bad', text: 'The page could not be checked.' },
  unknown: { tone: 'info', text: 'The check cannot see whether the snippet works.' },
};

function Result({ check: { url, status, result, findings } }: { check: Check }) {
  const { tone, text } = conclusions[result];
  return (
    <>
      <p className="check-conclusion" data-value={result}>
        <strong className={tone}>{text}</strong>{' '}
        <span className="quiet break">
          {url}
          {status !== null && `, status ${status}`}
        </span>
      </p>
      <ul className="findings">
        {findings.map((finding) => (
          <FindingRow key={finding.code} finding={finding} />
        ))}
      </ul>
    </>
  );
}

const severities: Record<Finding['severity'], { tone: string; word: string }> = {
  good: { tone: 'good', word: 'OK' },
  info: { tone: 'info', word: 'Note' },
  warning: { tone: 'warn', word: 'Warning' },
  error: { tone: 'bad', word: 'Problem' },
};

function FindingRow({ finding: { severity, code, message, remedy } }: { finding: Finding }) {
  const { tone, word } = severities[severity];
  return (
    <li data-value={code}>
      <span className={`status ${tone}`} data-value={severity}>
        {word}
      </span>
      <div className="break">
        <p>{message}</p>
        {remedy !== null && <p className="quiet">{remedy}</p>}
      </div>
    </li>
  );
}
