import { temporalViews, viewUrl } from './temporal-views';

/**
 * `npm run temporal:views -- [UI address] [namespace]`: prints links to views of the Temporal UI. The UI stores saved views
 * in the browser, and the server has no API for them: open a link and save it as a view.
 */
const usage = 'Usage: npm run temporal:views -- [UI address] [namespace]';
const [uiUrl = 'http://127.0.0.1:8233', namespace = 'default'] = process.argv.slice(2);
if (!/^https?:/.test(uiUrl)) console.log(usage);
else
  for (const [name, query] of Object.entries(temporalViews)) {
    console.log(`${name}\n  ${query}\n  ${viewUrl(uiUrl.replace(/\/+$/, ''), namespace, query)}`);
  }
