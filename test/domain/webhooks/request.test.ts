import { TemplateError } from '../../../domain/email/template';
import { renderStep, type WebhookStep } from '../../../domain/webhooks/render-step';
import { webhookRequest, type WebhookRequest } from '../../../domain/webhooks/request';
import { signWebhook } from '../../../domain/webhooks/signature';

const identity = { secret: 's3cret', executionId: 'exe_1', now: new Date('2026-01-05T09:00:00.999Z') };
const context = {
  email: 'ada@example.com',
  timezone: 'Europe/Berlin',
  attributes: { first_name: 'Ada "the first"\n</script>', tags: ['a', 'b'] },
  event: { data: { plan: 'pro' } },
  journey: { id: 'jrn_1' },
  execution: { id: 'exe_1' },
};
const step = (fields: Partial<WebhookStep> = {}): WebhookStep => ({
  id: 'call',
  kind: 'webhook',
  url: 'https://example.com/hook',
  method: 'POST',
  timeoutSeconds: 10,
  next: 'end',
  ...fields,
});
const requestOf = (fields: Partial<WebhookStep>): WebhookRequest => {
  const rendered = renderStep(step(fields), context);
  if ('failure' in rendered) throw new Error(rendered.failure);
  return webhookRequest(step(fields), rendered, identity);
};

describe('webhookRequest', () => {
  it('renders the body with the variables of marketing email, without HTML escaping', () => {
    const body = '{{ email }} {{ timezone }} {{ event.data.plan }} {{ journey.id }} {{ execution.id }} <b>&</b>';
    expect(requestOf({ body }).body).toBe('ada@example.com Europe/Berlin pro jrn_1 exe_1 <b>&</b>');
  });

  it('the json filter converts any value to JSON', () => {
    const body = '{ "name": {{ attributes.first_name | json }}, "tags": {{ attributes.tags | json }} }';
    expect(JSON.parse(requestOf({ body }).body!)).toEqual({ name: 'Ada "the first"\n</script>', tags: ['a', 'b'] });
  });

  it('renders a missing value as empty, unless the template has a default', () => {
    const body = '[{{ attributes.nothing | json }}][{{ attributes.nothing | default: "" | json }}]';
    expect(requestOf({ body }).body).toBe('[][""]');
  });

  it('has the content type JSON if the body is valid JSON, else text', () => {
    expect(requestOf({ body: '{ "plan": {{ event.data.plan | json }} }' }).headers['content-type']).toBe(
      'application/json',
    );
    expect(requestOf({ body: 'plan={{ event.data.plan }}' }).headers['content-type']).toBe('text/plain; charset=utf-8');
  });

  it('uses the headers of the step, including the content type', () => {
    const { headers } = requestOf({
      body: 'plan=pro',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', Authorization: 'Bearer abc' },
    });
    expect(headers).toMatchObject({
      'content-type': 'application/x-www-form-urlencoded',
      authorization: 'Bearer abc',
    });
  });

  it('is signed, and contains the execution, the step and the time in whole seconds', () => {
    const { headers, body } = requestOf({ body: 'plan={{ event.data.plan }}' });
    expect(headers['x-apex-timestamp']).toBe('1767603600');
    expect(headers['x-apex-signature']).toBe(signWebhook('s3cret', 1_767_603_600, body!));
    expect(headers['idempotency-key']).toBe('exe_1:call');
  });

  it('omits reserved and connection headers in any case', () => {
    const names = (
      'X-Apex-Signature X-APEX-Timestamp x-apex-anything Idempotency-Key Host Content-Length Transfer-Encoding ' +
      'Connection Upgrade Expect TE Trailer'
    ).split(' ');
    const plain = requestOf({ body: 'a' });
    expect(requestOf({ body: 'a', headers: Object.fromEntries(names.map((name) => [name, 'mine'])) })).toEqual(plain);
  });

  it('has no body if the step has none, and signs the empty body', () => {
    for (const fields of [{ method: 'GET' as const }, { method: 'DELETE' as const }, { body: '' }, {}]) {
      const { body, headers } = requestOf(fields);
      expect(body).toBeNull();
      expect(headers).not.toHaveProperty('content-type');
      expect(headers['x-apex-signature']).toBe(signWebhook('s3cret', 1_767_603_600, ''));
    }
  });

  it('fails for a template that does not parse or takes too long', () => {
    for (const body of ['{{ email', '{{ email | unknown }}', '{% for i in (1..9999999) %}x{% endfor %}']) {
      expect(() => renderStep(step({ body }), context)).toThrow(TemplateError);
    }
  });

  it('has one allowance for the body and all headers', () => {
    const half = '{% for i in (1..6000) %}{{ i }}{% endfor %}';
    expect(() => renderStep(step({ body: half }), context)).not.toThrow();
    expect(() => renderStep(step({ body: half, headers: { 'X-Half': half } }), context)).toThrow(TemplateError);
  });

  it('fails for a header that cannot be sent', () => {
    for (const value of ['a\r\nX-Injected: 1', 'a\nb', 'Łódź', '\u0000']) {
      expect(renderStep(step({ headers: { 'X-Note': value } }), context)).toEqual({ failure: 'invalid_header' });
    }
  });
});
