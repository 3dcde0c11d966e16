import { X509Certificate } from 'node:crypto';
import type { SnsClient } from './sns-client';

/** Certificates by their address. */
export interface SnsCertificates {
  /**
   * @returns null for what is no certificate, or one whose time is not now
   * @throws when it cannot be had at the moment
   */
  find(url: string, now: Date): Promise<X509Certificate | null>;
}

/** Certificates kept; SNS has one or two at a time. */
const maxKept = 20;
/** Certificates that may be requested at once: every caller can name one that does not exist. */
const maxDownloads = 4;

/** Each is fetched once, and kept. One that could not be fetched is requested again by the next message. */
export function createSnsCertificates(client: Pick<SnsClient, 'fetchCertificate'>): SnsCertificates {
  const kept = new Map<string, X509Certificate>();
  const downloads = new Map<string, Promise<X509Certificate | null>>();
  const download = async (url: string): Promise<X509Certificate | null> => {
    const certificate = parse(await client.fetchCertificate(url));
    if (certificate === null) return null;
    if (kept.size >= maxKept) kept.clear();
    kept.set(url, certificate);
    return certificate;
  };
  const downloadOnce = (url: string): Promise<X509Certificate | null> => {
    const earlier = downloads.get(url);
    if (earlier !== undefined) return earlier;
    if (downloads.size >= maxDownloads) throw new Error('Too many certificates are being downloaded.');
    const pending = download(url).finally(() => downloads.delete(url));
    downloads.set(url, pending);
    return pending;
  };
  return {
    async find(url, now) {
      const certificate = kept.get(url) ?? (await downloadOnce(url));
      if (certificate === null) return null;
      const isValid = new Date(certificate.validFrom) <= now && now <= new Date(certificate.validTo);
      return isValid ? certificate : null;
    },
  };
}

function parse(pem: string): X509Certificate | null {
  try {
    return new X509Certificate(pem);
  } catch {
    return null;
  }
}
