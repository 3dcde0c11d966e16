import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { CodeBlock } from '../../components/code-block';
import { useFilters } from '../../components/filters';
import { useMay } from '../../session/session';
import { curlCode, htmlCode, nextCode, nodeCode, reactCode, trackCode, type Installation } from './install-code';

const tabs: readonly { name: string; title: string; Content: (props: Installation) => ReactNode }[] = [
  { name: 'html', title: 'HTML', Content: Html },
  { name: 'react', title: 'React', Content: React },
  { name: 'next', title: 'Next.js', Content: Next },
  { name: 'gtm', title: 'Google Tag Manager', Content: TagManager },
  { name: 'server', title: 'Server', Content: Server },
];

/** The code for each kind of site. The chosen tab is in the address. */
export function InstallTabs({ publicUrl, workspaceKey }: Installation) {
  const { values } = useFilters();
  const chosen = tabs.find(({ name }) => name === values['as']) ?? tabs[0];
  if (chosen === undefined) return null;
  return (
    <>
      <nav className="tabs" aria-label="Kind of site">
        {tabs.map(({ name, title }) => (
          <Link
            key={name}
            to="."
            search={{ as: name }}
            replace
            resetScroll={false}
            aria-current={name === chosen.name ? 'page' : undefined}
          >
            {title}
          </Link>
        ))}
      </nav>
      <div className="stack">
        <chosen.Content publicUrl={publicUrl} workspaceKey={workspaceKey} />
      </div>
    </>
  );
}

function Html(installation: Installation) {
  return (
    <>
      <p>
        Add this code to the <code>&lt;head&gt;</code> of every page, as early as possible. It records page views,
        clicks on links and buttons, submitted forms, downloads and time on page, without the content of fields.
      </p>
      <CodeBlock label="HTML">{htmlCode(installation)}</CodeBlock>
      <p>Send your own events where something important happens:</p>
      <CodeBlock label="JavaScript">{trackCode}</CodeBlock>
    </>
  );
}

function React(installation: Installation) {
  return (
    <>
      <p>
        Add this code to the <code>&lt;head&gt;</code> of <code>index.html</code>, which Vite and Create React App
        serve. Route changes are recorded as page views.
      </p>
      <CodeBlock label="index.html">{htmlCode(installation)}</CodeBlock>
      <p>Send your own events from components:</p>
      <CodeBlock label="sign-up-button.jsx">{reactCode}</CodeBlock>
    </>
  );
}

function Next(installation: Installation) {
  return (
    <>
      <p>
        Add both scripts to the root layout. Route changes are recorded as page views. The server renders the tags, so
        that experiments are applied before the first paint.
      </p>
      <CodeBlock label="app/layout.jsx">{nextCode(installation)}</CodeBlock>
      <p>
        Call <code>window.apex.track</code> in event handlers and effects, not while rendering on the server.
      </p>
    </>
  );
}

function TagManager(installation: Installation) {
  return (
    <>
      <ol className="numbered">
        <li>
          In Google Tag Manager, create a tag of the type <strong>Custom HTML</strong> and paste the code.
        </li>
        <li>
          Choose the trigger <strong>Initialization - All Pages</strong>, or the trigger of your consent tool.
        </li>
        <li>Save the tag, and publish the container.</li>
      </ol>
      <CodeBlock label="Custom HTML">{htmlCode(installation)}</CodeBlock>
      <p className="notice warn">
        Tag Manager loads the snippet after the first paint, so visitors may see a page change when an experiment is
        applied. If you run experiments, add the code to the pages themselves.
      </p>
    </>
  );
}

function Server(installation: Installation) {
  const mayMakeKeys = useMay('keys.write');
  return (
    <>
      <p>
        Send the events that happen on your server, such as payments. They identify people by email address or by your
        own id, and can start journeys. Never use a server key in a page.
      </p>
      <p>
        {mayMakeKeys ? (
          <>
            Create a server key under <Link to="/settings/keys">Keys</Link>, and set it as <code>APEX_SERVER_KEY</code>.
          </>
        ) : (
          <>
            Ask an owner or admin for a server key, and set it as <code>APEX_SERVER_KEY</code>.
          </>
        )}
      </p>
      <CodeBlock label="Node.js">{nodeCode(installation)}</CodeBlock>
      <CodeBlock label="curl">{curlCode(installation)}</CodeBlock>
      <p>
        To link a visitor’s page views to a person, also send the <code>visitorId</code> of the cookie{' '}
        <code>apex_vid</code>.
      </p>
    </>
  );
}
