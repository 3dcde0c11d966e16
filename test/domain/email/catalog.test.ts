import { catalogTemplates, findCatalogTemplate } from '../../../domain/email/catalog/catalog';
import { renderTransactional } from '../../../domain/email/render-transactional';
import { readTemplates } from '../../../domain/email/content-references';
import { variableProblems } from '../../../domain/email/variables';
import { compiledLayout } from '../../../domain/email/layout/compiled-layout';
import { compileLayout } from '../../support/email-layout';
import { brandingOf } from '../../../domain/senders/branding';

const acme = brandingOf({ name: 'Acme', sender: null });

/** The rows of the specification's table, as lists of names. `?` marks optional variables. */
const specified: Record<string, string> = {
  welcome: 'onboarding_url name first_name',
  'onboarding-reminder': 'onboarding_url name first_name',
  invite: 'accept_url inviter_name org_name role',
  'invite-accepted': 'member_name org_name role',
  'integration-connected': 'integrations_url integration_name',
  'integration-sync-failed': 'integrations_url integration_name',
  'integration-sync-complete': 'performance_url integration_name row_count',
  'password-reset': 'reset_url',
  'verification-code': 'code',
  'experiment-started': 'experiment_url experiment_name result_label?',
  'experiment-completed': 'experiment_url experiment_name result_label?',
  'weekly-digest': 'digest_url name period',
  'anomaly-detected': 'investigate_url metric_name',
  'upgrade-nudge': 'upgrade_url current_tier next_tier name feature_count',
  'plan-upgrade': 'dashboard_url name from_plan to_plan',
  'plan-downgrade': 'dashboard_url name from_plan to_plan',
  'portfolio-access-request': 'approve_url requester_name',
  'portfolio-access-approved': 'portfolio_url granter_name',
};

test('the catalog matches the specification', () => {
  const listed = catalogTemplates.map(({ name, variables }) => [
    name,
    variables.map((variable) => variable.name + (variable.required ? '' : '?')).sort(),
  ]);
  expect(Object.fromEntries(listed)).toEqual(
    Object.fromEntries(Object.entries(specified).map(([name, variables]) => [name, variables.split(' ').sort()])),
  );
  expect(catalogTemplates.filter(({ tracking }) => !tracking).map(({ name }) => name)).toEqual([
    'password-reset',
    'verification-code',
  ]);
  expect(findCatalogTemplate('constructor')).toBeNull();
});

describe.each(catalogTemplates.map((template) => [template.name, template] as const))(
  '%s',
  (_, { content, variables }) => {
    const examples = Object.fromEntries(variables.map(({ name, example }) => [name, example]));

    it('shows each variable and reports missing required ones', () => {
      expect(variableProblems(examples)).toEqual([]);
      const message = renderTransactional(content, examples, acme);
      expect(message.missing).toEqual([]);
      for (const value of Object.values(examples)) expect(message.subject + message.text).toContain(String(value));
      const required = variables.filter((variable) => variable.required).map(({ name }) => name);
      expect(renderTransactional(content, {}).missing).toEqual(required.sort());
    });

    it('renders without variables and stays far below the size at which Gmail clips messages', () => {
      const { html, text, subject } = renderTransactional(content, {});
      expect(readTemplates(content).problems).toEqual([]);
      expect(subject).not.toBe('');
      expect(text).not.toMatch(/ ,|undefined|\{\{/);
      expect(Buffer.byteLength(html)).toBeLessThan(20_000);
    });

    it('has a language, a title, a preheader and a dark color scheme', () => {
      const { html, subject } = renderTransactional(content, examples);
      expect(html).toMatch(/<html lang="en"/);
      expect(html).toContain(`<title>${subject}</title>`);
      expect(html).toMatch(/<div style="display:none;[^"]*">[^<]{20,}<\/div>/);
      expect(html).toContain('<meta name="color-scheme" content="light dark" />');
      expect(html).toContain('@media (prefers-color-scheme: dark)');
      expect(html).not.toMatch(/\[\[|fonts\.googleapis|unsubscribe/i);
    });
  },
);

test('the compiled layout is up to date: otherwise run `npm run email:layout`', async () => {
  expect(compiledLayout).toBe(await compileLayout());
});
