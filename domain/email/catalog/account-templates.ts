import { catalogTemplate, type CatalogTemplate } from './template';

/** Messages about accounts, their members and their plans. */

const hello = 'Hello{% if name != blank %} {{ name }}{% endif %},';

export const accountTemplates: readonly CatalogTemplate[] = [
  catalogTemplate(
    'welcome',
    'Sent after a sign-up.',
    { onboarding_url: 'https://app.example.com/start', name: 'Ada Lovelace', first_name: 'Ada' },
    {
      subject: 'Welcome{% if first_name != blank %}, {{ first_name }}{% endif %}',
      headline: 'Welcome{% if first_name != blank %}, {{ first_name }}{% endif %}!',
      body:
        'Your account{% if name != blank %} for {{ name }}{% endif %} is ready.\n\n' +
        'Complete a few short steps to set everything up. You can stop at any time and continue later.',
      ctaLabel: 'Get started',
      ctaUrl: '{{ onboarding_url }}',
    },
  ),
  catalogTemplate(
    'onboarding-reminder',
    'Sent to a person who started account setup but did not finish it.',
    { onboarding_url: 'https://app.example.com/start', name: 'Ada Lovelace', first_name: 'Ada' },
    {
      subject: 'Finish your setup{% if first_name != blank %}, {{ first_name }}{% endif %}',
      headline: 'Pick up where you left off',
      body:
        'Hello{% if first_name != blank %} {{ first_name }}{% endif %},\n\n' +
        'Your account{% if name != blank %} for {{ name }}{% endif %} is not fully set up yet. Your progress ' +
        'is saved, and the remaining steps take only a few minutes.',
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
        '{{ inviter_name }} invites you to join {{ org_name }}' +
        '{% if role != blank %} as {{ role }}{% endif %}.\n\n' +
        'This link is only for you. If you did not expect this invitation, you can ignore this email.',
      ctaLabel: 'Accept invitation',
      ctaUrl: '{{ accept_url }}',
      plainLink: true,
    },
  ),
  catalogTemplate(
    'invite-accepted',
    'Notifies the inviter that the invited person joined.',
    { member_name: 'Ada Lovelace', org_name: 'Analytical Engines', role: 'an admin' },
    {
      subject: '{{ member_name }} joined {{ org_name }}',
      headline: '{{ member_name }} joined',
      body:
        '{{ member_name }} accepted your invitation to {{ org_name }}' +
        '{% if role != blank %} and is now {{ role }}{% endif %}.',
      ctaLabel: '',
      ctaUrl: '',
    },
  ),
  catalogTemplate(
    'password-reset',
    'Contains a link to set a new password. The caller creates the link and controls when it expires.',
    { reset_url: 'https://app.example.com/reset?token=x' },
    {
      subject: 'Reset your password',
      headline: 'Reset your password',
      body:
        'We received a request to reset your password. If you made it, choose a new password now.\n\n' +
        'If you did not, ignore this email. Your password stays the same.',
      ctaLabel: 'Set new password',
      ctaUrl: '{{ reset_url }}',
      plainLink: true,
      tracking: false,
    },
  ),
  catalogTemplate(
    'verification-code',
    'Contains a verification code. The caller creates the code and controls when it expires.',
    { code: '482913' },
    {
      subject: 'Your verification code',
      headline: '{{ code }}',
      body:
        'This is your verification code. Enter it on the page that requested it.\n\n' +
        'Do not share this code. Our staff will never ask for it. ' +
        'If you did not request a code, ignore this email.',
      ctaLabel: '',
      ctaUrl: '',
      tracking: false,
    },
  ),
  catalogTemplate(
    'upgrade-nudge',
    'Describes what the next plan adds.',
    {
      upgrade_url: 'https://app.example.com/upgrade',
      current_tier: 'Starter',
      next_tier: 'Pro',
      name: 'Ada',
      feature_count: 12,
    },
    {
      subject: 'What you get with {{ next_tier }}',
      headline: 'Ready for {{ next_tier }}?',
      body:
        `${hello}\n\n` +
        'You are on the {{ current_tier }} plan. {{ next_tier }} adds {% if feature_count == 1 %}one more feature' +
        '{% elsif feature_count != blank %}{{ feature_count }} more features{% else %}more features{% endif %}' +
        '. You can change back at any time.',
      ctaLabel: 'Compare plans',
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
        subject: 'Your plan is now {{ to_plan }}',
        headline: change === 'upgrade' ? 'You are now on {{ to_plan }}' : 'Your plan changed to {{ to_plan }}',
        body:
          `${hello}\n\nYour plan changed from {{ from_plan }} to {{ to_plan }}. ` +
          (change === 'upgrade'
            ? 'All features of {{ to_plan }} are now available.'
            : 'Features that {{ to_plan }} does not include are turned off. Your data is kept.'),
        ctaLabel: 'Open dashboard',
        ctaUrl: '{{ dashboard_url }}',
      },
    ),
  ),
  catalogTemplate(
    'portfolio-access-request',
    'Sends an access request to the owner of a portfolio.',
    { approve_url: 'https://app.example.com/access/x', requester_name: 'Grace Hopper' },
    {
      subject: '{{ requester_name }} requests access to your portfolio',
      headline: 'Access request',
      body:
        '{{ requester_name }} would like to see your portfolio.\n\n' +
        'If you do not know this person, ignore this email. Nothing is shared until you approve the request.',
      ctaLabel: 'Review request',
      ctaUrl: '{{ approve_url }}',
      plainLink: true,
    },
  ),
  catalogTemplate(
    'portfolio-access-approved',
    'Notifies a person that they received access to a portfolio.',
    { portfolio_url: 'https://app.example.com/portfolio/x', granter_name: 'Grace Hopper' },
    {
      subject: '{{ granter_name }} gave you access',
      headline: 'You have access',
      body: '{{ granter_name }} approved your request. You can now open the portfolio.',
      ctaLabel: 'Open portfolio',
      ctaUrl: '{{ portfolio_url }}',
    },
  ),
];
