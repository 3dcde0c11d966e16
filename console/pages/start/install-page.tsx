import { isLocalAddress } from '../../../domain/install/local-address';
import { Section } from '../../components/facts';
import { Page } from '../../components/page';
import { Read } from '../../components/read';
import { FirstEvent } from './first-event';
import { InstallTabs } from './install-tabs';
import { PageCheck } from './page-check';
import './start.css';
import { useGettingStarted } from './use-getting-started';

export function InstallPage() {
  const query = useGettingStarted(({ event }) => event === null);
  return (
    <Page title="Install" intro="Add Apex to your pages and servers. The code has the key of this workspace.">
      <Read query={query}>
        {({ publicUrl, workspaceKey, event }) => (
          <div className="install">
            {isLocalAddress(publicUrl) && <LocalAddress publicUrl={publicUrl} />}
            <InstallTabs publicUrl={publicUrl} workspaceKey={workspaceKey} />
            <Section title="First event">
              <FirstEvent event={event} />
            </Section>
            <Section title="Page check" note="Finds out why a page sends no events">
              <PageCheck suggestion={isLocalAddress(event?.url ?? '') ? undefined : (event?.url ?? undefined)} />
            </Section>
          </div>
        )}
      </Read>
    </Page>
  );
}

function LocalAddress({ publicUrl }: { publicUrl: string }) {
  return (
    <p className="notice warn local-address">
      <code>{publicUrl}</code> works only for pages that you open on the computer that runs Apex. For other visitors,
      run Apex at a public address and set <code>PUBLIC_URL</code> to it.
    </p>
  );
}
