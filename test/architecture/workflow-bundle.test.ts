import { readFileSync } from 'node:fs';
import { workflowBundlePath } from '../../worker/bundle';

test('each run has its own copy of the bundle, so that it holds our code and the SDK, and no other library', async () => {
  const bundle = readFileSync(await workflowBundlePath(), 'utf8');
  const code = bundle.slice(0, bundle.indexOf('//# sourceMappingURL'));
  const packages = [...code.matchAll(/"[^"\n]*\/node_modules\/((?:@[^/"]+\/)?[^/"]+)\//g)].map(
    ([, name]) => name ?? '',
  );
  expect([...new Set(packages)].filter((name) => !name.startsWith('@temporalio/')).sort()).toEqual([
    'long',
    'ms',
    'nexus-rpc',
  ]);
  expect(code).toContain('./workflows/journey-execution.ts');
});
