import { formatPreviewToken, readPreviewToken } from '../../../domain/experiments/preview-token';

test('a preview token is read until it expires, and with its own secret', () => {
  const preview = { workspaceId: 'wsp_1', experimentId: 'exp_1', variantId: 'blue', expiresAtMs: 1_000 };
  const token = formatPreviewToken('a-secret-of-this-test', preview);
  expect(readPreviewToken('a-secret-of-this-test', token, new Date(999))).toEqual(preview);
  expect(readPreviewToken('a-secret-of-this-test', token, new Date(1_000))).toBeNull();
  expect(readPreviewToken('another-secret-of-it', token, new Date(999))).toBeNull();
});
