import { catalogTemplate, type CatalogTemplate } from './template';

/** Messages about accounts, the people in them, and their plans. */

const hello = 'Hello{% if name != blank %} {{ name }}{% endif %},';

export const accountTemplates: readonly CatalogTemplate[] = [
  catalogTemplate(
    'welcome',
    'After a sign-up.',
    { onboarding_url: 'https://app.example.com/start', name: 'Ada Lovelace', first_name: 'Ada' },
    {
      subject: 'Welcome{% if first_name != blank %}, {{ first_name }}{% endif %}',
      headline: 'Welcome{% if first_name != blank %}, {{ first_name }}{% endif %}!',
      body:
        'Your account{% if name != blank %} for {{ name }}{% endif %} is ready.\n\n' +
        'A few short steps set everything up. You can leave them at any time and go on later.',
      ctaLabel: 'Get started',
      ctaUrl: '{{ onboarding_url }}',
    },
  ),
  catalogTemplate(
    'onboarding-reminder',
    'To a person who started to set up an account and did not finish.',
    { onboarding_url: 'https://app.example.com/start', name: 'Ada Lovelace', first_name: 'Ada' },
    {
      subject: 'Your setup is waiting{% if first_name != blank %}, {{ first_name }}{% endif %}',
      headline: 'Pick up where you left off',
      body:
        'Hello{% if first_name != blank %} {{ first_name }}{% endif %},\n\n' +
        'The account{% if name != blank %} for {{ name }}{% endif %} is not set up completely yet. ' +
        'What you did so far is saved, and the rest takes a few minutes.',
      ctaLabel: 'Continue setup',
      ctaUrl: '{{ onboarding_url }}',
    },
  ),
  catalogTemplate(
    'invite',
    'Invites a person to a workspace.',
    {
      accept_url: 'https://app.example.com/invitations/x',
      inviter_name: 'Grace Hopper',
      org_name: 'Analytical Engines',
      role: 'an admin',
    },
    {
      subject: '{{ inviter_name }} invites you to {{ org_name }}',
      headline: 'Join {{ org_name }}',
      body:
        '{{ inviter_name }} invites you to work in {{ org_name }}{% if role != blank %} as {{ role }}{% endif %}.\n\n' +
        'The link is meant for you alone. If you did not expect this invitation, you can ignore it.',
      ctaLabel: 'Accept the invitation',
      ctaUrl: '{{ accept_url }}',
      plainLink: true,
    },
  ),
  catalogTemplate(
    'invite-accepted',
    'Tells the inviter that the invited person joined.',
    { member_name: 'Ada Lovelace', org_name: 'Analytical Engines', role: 'an admin' },
    {
      subject: '{{ member_name }} joined {{ org_name }}',
      headline: '{{ member_name }} joined',
      body: '{{ member_name }} accepted your invitation to {{ org_name }}{% if role != blank %} and is {{ role }} now{% endif %}.',
      ctaLabel: '',
      ctaUrl: '',
    },
  ),
  catalogTemplate(
    'password-reset',
    'Carries a link that sets a new password. The caller makes the link and ends it.',
    { reset_url: 'https://app.example.com/reset?token=x' },
    {
      subject: 'Reset your password',
      headline: 'Reset your password',
      body:
        'A new password was requested for your account. If that was you, choose one now.\n\n' +
        'If it was not, ignore this message: your password stays as it is.',
      ctaLabel: 'Choose a new password',
      ctaUrl: '{{ reset_url }}',
      plainLink: true,
      tracking: false,
    },
  ),
  catalogTemplate(
    'verification-code',
    'Carries a code to type in. The caller makes the code and ends it.',
    { code: '482913' },
    {
      subject: 'Your verification code',
      headline: '{{ code }}',
      body:
        'This is your verification code. Enter it on the page that requested it.\n\n' +
        'Do not share it: our staff will never ask for it. If you did not request a code, ignore this message.',
      ctaLabel: '',
      ctaUrl: '',
      tracking: false,
    },
  ),
  catalogTemplate(
    'upgrade-nudge',
    'Tells a person what the next plan would add.',
    {
      upgrade_url: 'https://app.example.com/upgrade',
      current_tier: 'Starter',
      next_tier: 'Pro',
      name: 'Ada',
      feature_count: 12,
    },
    {
      subject: 'What {{ next_tier }} would add for you',
      headline: 'Ready for {{ next_tier }}?',
      body:
        `${hello}\n\nYou are on the {{ current_tier }} plan. {{ next_tier }} adds ` +
        '{% if feature_count == 1 %}one more feature{% elsif feature_count != blank %}{{ feature_count }} more features{% else %}more features{% endif %}' +
        ', and you can change back whenever you like.',
      ctaLabel: 'Compare the plans',
      ctaUrl: '{{ upgrade_url }}',
    },
  ),
  ...(['upgrade', 'downgrade'] as const).map((change) =>
    catalogTemplate(
      `plan-${change}`,
      `Confirms that a plan was ${change}d.`,
      {
        dashboard_url: 'https://app.example.com/dashboard',
        name: 'Ada',
        from_plan: change === 'upgrade' ? 'Starter' : 'Pro',
        to_plan: change === 'upgrade' ? 'Pro' : 'Starter',
      },
      {
        subject: 'Your plan is {{ to_plan }} now',
        headline: change === 'upgrade' ? 'You are on {{ to_plan }}' : 'Your plan changed to {{ to_plan }}',
        body:
          `${hello}\n\nYour plan changed from {{ from_plan }} to {{ to_plan }}. ` +
          (change === 'upgrade'
            ? 'Everything that {{ to_plan }} adds is switched on.'
            : 'What {{ to_plan }} does not include is switched off, and your data is kept.'),
        ctaLabel: 'Open the dashboard',
        ctaUrl: '{{ dashboard_url }}',
      },
    ),
  ),
  catalogTemplate(
    'portfolio-access-request',
    'Asks the owner of a portfolio to grant a person access.',
    { approve_url: 'https://app.example.com/access/x', requester_name: 'Grace Hopper' },
    {
      subject: '{{ requester_name }} requests access to your portfolio',
      headline: 'A request for access',
      body:
        '{{ requester_name }} would like to see your portfolio.\n\n' +
        'If you do not know this person, ignore this message: nothing is shared until you approve.',
      ctaLabel: 'Review the request',
      ctaUrl: '{{ approve_url }}',
      plainLink: true,
    },
  ),
  catalogTemplate(
    'portfolio-access-approved',
    'Tells a person that they were given access to a portfolio.',
    { portfolio_url: 'https://app.example.com/portfolio/x', granter_name: 'Grace Hopper' },
    {
      subject: '{{ granter_name }} gave you access',
      headline: 'You have access',
      body: '{{ granter_name }} approved your request. You can open the portfolio now.',
      ctaLabel: 'Open the portfolio',
      ctaUrl: '{{ portfolio_url }}',
    },
  ),
];
