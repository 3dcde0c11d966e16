import { useQueryClient } from '@tanstack/react-query';
import { Page } from '../../components/page';
import { useToast } from '../../components/toast';
import { useMay } from '../../session/session';
import { useSaveWorkspace } from '../settings/workspace-page';
import { GettingStarted } from './getting-started';
import { useGettingStarted } from './use-getting-started';

export function StartPage() {
  const mayHide = useMay('workspace.write');
  return (
    <Page
      title="Getting started"
      intro="Five steps to your first results, in any order. Each one turns green when it is done."
      actions={mayHide && <HideButton />}
    >
      <GettingStarted />
    </Page>
  );
}

/** Shows or hides the page in the navigation of all members. Once all steps are done, it is hidden anyway. */
function HideButton() {
  const client = useQueryClient();
  const toast = useToast();
  const save = useSaveWorkspace();
  const { data } = useGettingStarted();
  if (data === undefined || data.isDone) return null;
  const change = async (): Promise<void> => {
    try {
      await save({ hideGettingStarted: !data.isHidden });
      await client.invalidateQueries({ queryKey: ['getting-started'] });
      toast(
        data.isHidden ? 'Shown in the navigation.' : 'Hidden from the navigation. You can still find it with “Go to…”.',
      );
    } catch (error) {
      toast((error as Error).message);
    }
  };
  return (
    <button type="button" className="button" onClick={() => void change()}>
      {data.isHidden ? 'Show in navigation' : 'Hide from navigation'}
    </button>
  );
}
