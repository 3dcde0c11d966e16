import { curlCode, htmlCode, nextCode, nodeCode } from '../../../../console/pages/start/install-code';
import { serverEventBody } from '../../../../domain/events/schemas';
import { readStub } from '../../../support/snippet-stub';

const installation = { publicUrl: 'https://apex.example.com', workspaceKey: 'svc_pk_YourWorkspace' };

test('the console shows the code of the documentation', () => {
  const code = readStub('docs/SNIPPET.md');
  expect(htmlCode(installation)).toBe(code);
  const [stub = ''] = code.split('\n');
  expect(nextCode(installation)).toContain(stub.replace(/<\/?script>/g, ''));
  expect(nextCode(installation)).toContain(/src="[^"]+"/.exec(code)?.[0]);
});

test('the service accepts the event of the curl example, and the Node.js example sends the same', async () => {
  const body: unknown = JSON.parse(/-d '(.+)'$/.exec(curlCode(installation))?.[1] ?? '');
  expect(serverEventBody.parse(body)).toEqual(body);
  const sent: [string, RequestInit][] = [];
  const run = new Function('fetch', `return (async () => { ${nodeCode(installation)} })()`) as (
    fetch: (url: string, init: RequestInit) => Promise<{ ok: true }>,
  ) => Promise<void>;
  await run((...call) => {
    sent.push(call);
    return Promise.resolve({ ok: true });
  });
  expect(sent.map(([url, { body: text }]) => [url, JSON.parse(String(text))])).toEqual([
    ['https://apex.example.com/api/v1/events', body],
  ]);
});
