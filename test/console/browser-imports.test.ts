import path from 'node:path';
import { build } from 'esbuild';

/** The console's imports from the domain must run in a browser. Type imports may come from files that need Node. */
describe('console imports', () => {
  it('include no Node module, except for types', async () => {
    const { metafile, errors } = await build({
      entryPoints: [path.resolve(__dirname, '../../console/main.tsx')],
      bundle: true,
      write: false,
      metafile: true,
      format: 'esm',
      splitting: true,
      outdir: 'out',
      platform: 'browser',
      jsx: 'automatic',
      logLevel: 'silent',
      loader: { '.svg': 'empty' },
    });
    expect(errors).toEqual([]);
    const inputs = Object.keys(metafile.inputs);
    expect(inputs).toEqual(expect.arrayContaining(['domain/accounts/permissions.ts', 'domain/journeys/graph.ts']));
    const external = inputs.flatMap((input) => metafile.inputs[input]?.imports.filter((one) => one.external) ?? []);
    expect(external).toEqual([]);
  });
});
