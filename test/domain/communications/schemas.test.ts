import { createCommunicationBody } from '../../../domain/communications/schemas';

const empty = { subject: '', headline: '', body: '', ctaLabel: '', ctaUrl: '' };
const least = { name: 'Welcome', commType: 'marketing' };

const refusedAt = (value: unknown): string[] =>
  createCommunicationBody.safeParse(value).error?.issues.map(({ path }) => path.join('.')) ?? [];

describe('createCommunicationBody', () => {
  it('requires a name and a type, and defaults to empty slots and tracking', () => {
    expect(createCommunicationBody.parse(least)).toEqual({ ...least, slots: empty });
  });

  it('fills in missing slots', () => {
    expect(createCommunicationBody.parse({ ...least, slots: { subject: 'Hi' } }).slots).toEqual({
      ...empty,
      subject: 'Hi',
    });
  });

  it('accepts all fields unchanged', () => {
    const body = {
      name: 'Receipt',
      commType: 'transactional',
      slots: { ...empty, body: '{{ attributes.name }}' },
      html: '<p>Hi</p>',
      text: null,
      tracking: false,
    };
    expect(createCommunicationBody.parse(body)).toEqual(body);
  });

  it('does not share slots between communications', () => {
    const [one, other] = [createCommunicationBody.parse(least), createCommunicationBody.parse(least)];
    one.slots.subject = 'changed';
    expect(other.slots.subject).toBe('');
  });

  it.each([
    ['an unknown field', { ...least, colour: 'red' }, ''],
    ['an unknown slot', { ...least, slots: { footer: 'x' } }, 'slots'],
    ['no name', { commType: 'marketing' }, 'name'],
    ['an empty name', { ...least, name: '' }, 'name'],
    ['a name of 201 characters', { ...least, name: 'x'.repeat(201) }, 'name'],
    ['no type', { name: 'Welcome' }, 'commType'],
    ['another type', { ...least, commType: 'sms' }, 'commType'],
    ['a subject of 999 characters', { ...least, slots: { subject: 'x'.repeat(999) } }, 'slots.subject'],
    ['a slot of null', { ...least, slots: { body: null } }, 'slots.body'],
    ['html of 200001 characters', { ...least, html: 'x'.repeat(200_001) }, 'html'],
    ['tracking in words', { ...least, tracking: 'yes' }, 'tracking'],
  ])('rejects %s', (_, body, path) => {
    expect(refusedAt(body)).toEqual([path]);
  });
});
