import type { Schemas } from '../../api/client';
import { Form, TextArea } from '../../components/form';

const linesOf = (fields: FormData, name: string): string[] =>
  String(fields.get(name) ?? '')
    .split(/[\s,]+/)
    .filter((one) => one !== '');

interface ReferrersProps {
  workspace: Schemas['Workspace'];
  save: (body: Schemas['UpdateWorkspace']) => Promise<void>;
}

export function Referrers({ workspace, save }: ReferrersProps) {
  const shown = workspace.ignoredReferrers.join('\n');
  const bodyOf = (fields: FormData): Schemas['UpdateWorkspace'] => {
    const ignored = linesOf(fields, 'ignoredReferrers');
    return {
      internalDomains: linesOf(fields, 'internalDomains'),
      // An unchanged list is not sent, because sending it would replace the default list with a fixed copy.
      ...(ignored.join('\n') === shown ? {} : { ignoredReferrers: ignored.length === 0 ? null : ignored }),
    };
  };
  return (
    <Form send={(fields) => save(bodyOf(fields))} button="Save referrers" done="Referrers saved.">
      <TextArea
        label="Internal domains"
        name="internalDomains"
        defaultValue={workspace.internalDomains.join('\n')}
        hint="Your other domains, one per line. Subdomains are included."
      />
      <TextArea
        key={shown}
        label="Ignored referrers"
        name="ignoredReferrers"
        rows={6}
        defaultValue={shown}
        hint="Payment and sign-in pages, one per line. Save an empty list to restore the default."
      />
    </Form>
  );
}
