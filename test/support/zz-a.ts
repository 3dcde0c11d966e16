import { launchBrowser } from './browser';
import { readCredentials } from '../../dev/credentials';
import { connect } from '../../db/connection/pool';
import { createSignInLink } from '../../operations/accounts/create-sign-in-link';
async function main() {
  const c = readCredentials('/tmp/57/data-accounts')!;
  const database = connect({ url: c.databaseUrl, poolSize: 2, applicationName: 'shots' });
  const token = await createSignInLink(database, c.owner.email, new Date());
  const browser = await launchBrowser();
  const page = await browser.newPage();
  page.on('console', (m) => console.log('C', m.text()));
  page.on('pageerror', (e) => console.log('E', e.message));
  page.on('response', (r) => { if (r.url().includes('/api/')) console.log(r.status(), r.url()); });
  await page.goto(`${c.baseUrl}/console/sign-in#${token}`);
  await page.waitForTimeout(12000);
  console.log(page.url(), (await page.locator('body').innerText()).slice(0, 300));
  await browser.close(); process.exit(0);
}
void main();
