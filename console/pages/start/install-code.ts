/** The code that customers add to their pages and servers, for their address and key. */

export interface Installation {
  /** The address of the API. */
  publicUrl: string;
  workspaceKey: string;
}

/** Queues calls until the script has loaded. docs/SNIPPET.md has the same line. */
const stub =
  '!function(a){a.q=a.q||[];"track identify reset optOut optIn".split(" ").forEach(function(m){a[m]=a[m]||function(){' +
  'a.q.push([m,arguments,Date.now()])}})}(window.apex=window.apex||{})';

const scriptUrl = ({ publicUrl, workspaceKey }: Installation): string => `${publicUrl}/api/apex-js?key=${workspaceKey}`;

export const htmlCode = (installation: Installation): string =>
  `<script>${stub}</script>
<script async src="${scriptUrl(installation)}"></script>`;

export const nextCode = (installation: Installation): string =>
  `const stub = \`${stub}\`;

export default function RootLayout({ children }) {
  return (
    <html lang="en">
      <head>
        <script dangerouslySetInnerHTML={{ __html: stub }} />
        <script async src="${scriptUrl(installation)}" />
      </head>
      <body>{children}</body>
    </html>
  );
}`;

/** A custom event of a page. */
export const trackCode = `apex.track('signed_up', { plan: 'pro' });`;

export const reactCode = `export function SignUpButton() {
  const signUp = () => {
    window.apex.track('signed_up', { plan: 'pro' });
  };
  return <button onClick={signUp}>Sign up</button>;
}`;

const serverEvent = { type: 'signed_up', email: 'ada@example.com', data: { plan: 'pro' } };

export const nodeCode = ({ publicUrl }: Installation): string =>
  `const response = await fetch('${publicUrl}/api/v1/events', {
  method: 'POST',
  headers: {
    'Content-Type': 'application/json',
    Authorization: \`Bearer \${process.env.APEX_SERVER_KEY}\`,
  },
  body: JSON.stringify({
    type: 'signed_up',
    email: 'ada@example.com',
    data: { plan: 'pro' },
  }),
});
if (!response.ok) throw new Error(await response.text());`;

export const curlCode = ({ publicUrl }: Installation): string =>
  `curl ${publicUrl}/api/v1/events \\
  -H "Authorization: Bearer $APEX_SERVER_KEY" \\
  -H "Content-Type: application/json" \\
  -d '${JSON.stringify(serverEvent)}'`;
