import { createPrivateKey, X509Certificate, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** Paths of PEM files, by setting. */
export interface TlsPaths {
  TEMPORAL_TLS_CA?: string | undefined;
  TEMPORAL_TLS_CERT?: string | undefined;
  TEMPORAL_TLS_KEY?: string | undefined;
}

/**
 * Contents of the files. Without an authority, the public ones apply. Without a pair, no client certificate is
 * presented.
 */
export interface TlsFiles {
  authority: Buffer | undefined;
  pair: { certificate: Buffer; key: Buffer } | undefined;
}

/** A file is missing, has the wrong type, or does not match the other one. The message follows the setting's name. */
export class TlsFileError extends Error {
  override readonly name = 'TlsFileError';

  constructor(
    readonly setting: keyof TlsPaths,
    problem: string,
  ) {
    super(problem);
  }
}

const certificateBlock = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g;

/**
 * Reads and checks all files. Accepts an expired certificate, because the server decides whether it is valid.
 * @throws TlsFileError
 */
export function readTlsFiles(paths: TlsPaths): TlsFiles {
  const { TEMPORAL_TLS_CA: ca, TEMPORAL_TLS_CERT: cert, TEMPORAL_TLS_KEY: key } = paths;
  if (cert === undefined && key !== undefined) throw new TlsFileError('TEMPORAL_TLS_KEY', 'needs TEMPORAL_TLS_CERT');
  if (key === undefined && cert !== undefined) throw new TlsFileError('TEMPORAL_TLS_CERT', 'needs TEMPORAL_TLS_KEY');
  return {
    authority: ca === undefined ? undefined : readCertificates('TEMPORAL_TLS_CA', ca).text,
    pair: cert === undefined || key === undefined ? undefined : readPair(cert, key),
  };
}

function readPair(certificatePath: string, keyPath: string): TlsFiles['pair'] {
  const { text: certificate, first } = readCertificates('TEMPORAL_TLS_CERT', certificatePath);
  const key = readFile('TEMPORAL_TLS_KEY', keyPath);
  if (!first.checkPrivateKey(parseKey(key, keyPath))) {
    throw new TlsFileError('TEMPORAL_TLS_KEY', `does not match TEMPORAL_TLS_CERT: ${keyPath}`);
  }
  return { certificate, key };
}

function readCertificates(setting: keyof TlsPaths, path: string): { text: Buffer; first: X509Certificate } {
  const text = readFile(setting, path);
  try {
    const [first] = (text.toString('latin1').match(certificateBlock) ?? []).map((block) => new X509Certificate(block));
    if (first !== undefined) return { text, first };
  } catch {
    // A damaged block counts as no certificate.
  }
  throw new TlsFileError(setting, `is not a PEM file with a certificate: ${path}`);
}

function parseKey(pem: Buffer, path: string): KeyObject {
  try {
    return createPrivateKey(pem);
  } catch {
    const isEncrypted = pem.includes('ENCRYPTED');
    const problem = isEncrypted ? 'must not be encrypted' : 'is not a PEM file with a private key';
    throw new TlsFileError('TEMPORAL_TLS_KEY', `${problem}: ${path}`);
  }
}

function readFile(setting: keyof TlsPaths, path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    throw new TlsFileError(setting, `cannot be read (${(error as NodeJS.ErrnoException).code}): ${path}`);
  }
}
