import { formatPreviewToken, previewDigest, readPreviewToken } from '../../../domain/experiments/preview-token';

const secret = 'a-secret-of-this-test';
const preview = {
  workspaceId: 'wsp_1',
  experimentId: 'exp_1',
  variantId: 'blue',
  makerId: 'usr_1',
  digest: 'x'.repeat(43),
  expiresAtMs: 1_000,
};
const before = new Date(999);

test('a preview token is valid until it expires, and only with its own secret', () => {
  const token = formatPreviewToken(secret, preview);
  expect(readPreviewToken(secret, token, before)).toEqual(preview);
  expect(readPreviewToken(secret, token, new Date(1_000))).toBeNull();
  expect(readPreviewToken('another-secret-of-it', token, before)).toBeNull();
});

test('the longest token is within the length limit', () => {
  const id = `xxx_${'0'.repeat(26)}`;
  const longest = { workspaceId: id, experimentId: id, makerId: id, variantId: 'v'.repeat(100) };
  const token = formatPreviewToken(secret, { ...preview, ...longest, expiresAtMs: 9_999_999_999_999 });
  expect(token.length).toBeLessThanOrEqual(400);
});

describe('a digest', () => {
  const experiment = { targetUrl: '/a', type: 'copy_test', mode: 'ab' as const, exclusionGroup: null };
  const variant = { id: 'blue', name: 'Blue', weight: 0.5, css: 'b {}', patch: [] };
  const digest = previewDigest(experiment, variant);

  it('changes with everything that affects the page', () => {
    const patch = [{ selector: 'b', action: 'set' as const, attribute: 'html', value: 'x' }];
    const { css: _css, ...withoutCss } = variant;
    const others = [
      previewDigest({ ...experiment, targetUrl: '/b' }, variant),
      previewDigest({ ...experiment, type: 'layout_test' }, variant),
      previewDigest({ ...experiment, mode: 'bandit' }, variant),
      previewDigest({ ...experiment, exclusionGroup: 'g' }, variant),
      ...[
        { ...variant, id: 'red' },
        { ...variant, css: 'i {}' },
        { ...variant, js: 'x' },
        { ...variant, patch },
      ].map((changed) => previewDigest(experiment, changed)),
      previewDigest(experiment, withoutCss),
    ];
    expect(new Set([digest, ...others]).size).toBe(others.length + 1);
  });

  it('does not depend on the name and weight', () => {
    expect(previewDigest(experiment, { ...variant, name: 'Sky', weight: 0.1 })).toBe(digest);
  });
});
