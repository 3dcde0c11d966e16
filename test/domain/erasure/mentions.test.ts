import { mentionsOf } from '../../../domain/erasure/mentions';

const likesOf = (email: string | null, ids: string[] = []): string[] => mentionsOf({ email, ids })?.likes ?? [];

describe('mentionsOf', () => {
  it('contains the encodings of an address, in lower case', () => {
    const likes = likesOf('jane+x@example.com');
    for (const text of ['jane+x@example.com', 'jane\\%2bx\\%40example.com', 'jane\\%252bx\\%2540example.com']) {
      expect(likes).toContain(`%${text}%`);
    }
    expect(likes).toContain('%jane+x\\\\u0040example.com%');
  });

  it.each(['', 'a', 'ab'])('finds the base64 encoding of an address after "%s"', (before) => {
    const encoded = Buffer.from(`${before}jane@example.com and more`).toString('base64').toLowerCase();
    const found = likesOf('jane@example.com').filter((like) => encoded.includes(like.slice(1, -1)));
    expect(found).not.toHaveLength(0);
  });

  it('contains the Unicode form of a Punycode domain', () => {
    expect(likesOf('jane@xn--bcher-kva.example')).toContain('%jane@bücher.example%');
  });

  it('contains only long ids, and is null if there are none', () => {
    expect(likesOf(null, ['customer-4711', 'c-1'])).toEqual(['%customer-4711%']);
    expect(mentionsOf({ email: null, ids: ['c-1'] })).toBeNull();
  });
});
