// @ts-check
import react from '@vitejs/plugin-react-swc';
import { defineConfig } from 'vite';

/** The running service for the development server: start it with `npm start`, then run `npm run console`. */
const service = process.env.CONSOLE_SERVICE ?? 'http://127.0.0.1:3000';

export default defineConfig({
  root: import.meta.dirname,
  base: '/console/',
  plugins: [react()],
  // The API replaces this with a new nonce in each response (api/console/console-files.ts).
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    // Nothing is inlined, because the content security policy forbids scripts and styles from `data:` URLs.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    sourcemap: false,
    target: 'es2023',
  },
  server: {
    port: 5173,
    // The API accepts cookie-authenticated writes only from its own origin, according to the Host header.
    proxy: Object.fromEntries(
      // The pages of links contain values from the service, so they are its built ones, with its assets.
      [
        '/api',
        '/docs',
        '/readyz',
        '/healthz',
        '/password-reset',
        '/invitations',
        '/console/assets',
        '/console/previews',
      ].map((path) => [path, { target: service, changeOrigin: false }]),
    ),
  },
});
