// @ts-check
import react from '@vitejs/plugin-react-swc';
import { defineConfig } from 'vite';

/** A service that is running already, for the development server; `npm run console` beside `npm start`. */
const service = process.env.CONSOLE_SERVICE ?? 'http://127.0.0.1:3000';

export default defineConfig({
  root: import.meta.dirname,
  base: '/console/',
  plugins: [react()],
  // The API puts a nonce of its own in place of it with each answer (api/console/console-files.ts).
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    // Served as files that never change: nothing is inlined, since the policy lets no page load data: scripts or styles.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    sourcemap: false,
    target: 'es2023',
  },
  server: {
    port: 5173,
    // The API takes cookie-authenticated writes from its own origin only, which the Host header names.
    proxy: Object.fromEntries(
      ['/api', '/docs', '/readyz', '/healthz', '/password-reset', '/invitations', '/pages', '/console/previews'].map(
        (path) => [path, { target: service, changeOrigin: false }],
      ),
    ),
  },
});
