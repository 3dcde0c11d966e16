import { Liquid } from 'liquidjs';
import type { RenderedMessage } from '../render';

/** Messages to members and invited people. Values are text: escaped in html, never read as templates. */

export interface InviteVariables {
  accept_url: string;
  inviter_name: string;
  org_name: string;
  role: string;
}

export interface InviteAcceptedVariables {
  member_name: string;
  org_name: string;
  role: string;
}

const htmlEngine = new Liquid({ outputEscape: 'escape', ownPropertyOnly: true });
const textEngine = new Liquid({ ownPropertyOnly: true });

const htmlFrame = (body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Apex</title></head>` +
  `<body style="margin:0 auto;max-width:600px;padding:24px;font-family:sans-serif;line-height:1.5">${body}</body></html>`;

const invite = {
  subject: textEngine.parse('{{ inviter_name }} invites you to {{ org_name }}'),
  html: htmlEngine.parse(
    htmlFrame(
      '<h1 style="font-size:24px">Join {{ org_name }}</h1>' +
        '<p>{{ inviter_name }} invites you to work in {{ org_name }} as {{ role }}.</p>' +
        '<p><a href="{{ accept_url }}" style="font-weight:bold">Accept the invitation</a></p>' +
        '<p style="color:#666">The link works once, within seven days. If you did not expect it, ignore this message.</p>',
    ),
  ),
  text: textEngine.parse(
    '{{ inviter_name }} invites you to work in {{ org_name }} as {{ role }}.\n\nAccept: {{ accept_url }}\n\n' +
      'The link works once, within seven days. If you did not expect it, ignore this message.\n',
  ),
};

const inviteAccepted = {
  subject: textEngine.parse('{{ member_name }} joined {{ org_name }}'),
  html: htmlEngine.parse(
    htmlFrame(
      '<h1 style="font-size:24px">{{ member_name }} joined</h1>' +
        '<p>{{ member_name }} accepted your invitation to {{ org_name }} and is {{ role }} now.</p>',
    ),
  ),
  text: textEngine.parse('{{ member_name }} accepted your invitation to {{ org_name }} and is {{ role }} now.\n'),
};

export const renderInvite = (variables: InviteVariables): RenderedMessage => renderAll(invite, variables);

export const renderInviteAccepted = (variables: InviteAcceptedVariables): RenderedMessage =>
  renderAll(inviteAccepted, variables);

function renderAll(templates: typeof invite, variables: object): RenderedMessage {
  return {
    subject: String(textEngine.renderSync(templates.subject, variables))
      .replace(/[\r\n\t\0]+/g, ' ')
      .trim(),
    html: String(htmlEngine.renderSync(templates.html, variables)),
    text: String(textEngine.renderSync(templates.text, variables)),
  };
}
