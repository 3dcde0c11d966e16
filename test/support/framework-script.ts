import path from 'node:path';
import { build } from 'esbuild';

/** Sets React, ReactDOM (with portals and the server's renderToString) and Vue on the window. */
const contents = `
  import * as React from 'react';
  import { createPortal, flushSync } from 'react-dom';
  import { createRoot, hydrateRoot } from 'react-dom/client';
  import { renderToString } from 'react-dom/server.browser';
  import * as Vue from 'vue/dist/vue.runtime.esm-bundler.js';
  import { renderToString as renderVue } from 'vue/server-renderer';
  const ReactDOM = { createPortal, flushSync, createRoot, hydrateRoot, renderToString };
  Object.assign(window, { React, h: React.createElement, ReactDOM, Vue, renderVue });
`;

/** Bundles production builds of the frameworks for test pages. */
export async function bundleFrameworks(): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: path.resolve(__dirname, '../..') },
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    target: 'es2020',
    charset: 'ascii',
    define: {
      'process.env.NODE_ENV': '"production"',
      __VUE_OPTIONS_API__: 'true',
      __VUE_PROD_DEVTOOLS__: 'false',
      __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'false',
    },
  });
  return outputFiles[0]?.text ?? '';
}
