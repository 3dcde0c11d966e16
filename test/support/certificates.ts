import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** PEM files of a certificate and its key. */
export interface CertificateFiles {
  certificate: string;
  key: string;
}

export interface Authority extends CertificateFiles {
  /**
   * Issues a certificate of this authority.
   * @param options.names of the server, as `DNS:localhost` or `IP:127.0.0.1`
   * @param options.days until it expires; expired if negative
   */
  issue(name: string, options?: { names?: string[]; days?: number }): CertificateFiles;
}

const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];

/** Creates authorities with openssl. Their certificates are in a folder of the test. */
export function createCertificates() {
  const folder = mkdtempSync(path.join(tmpdir(), 'apex-certificates-'));
  const openssl = (...args: string[]): void => void execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });
  const filesOf = (name: string): CertificateFiles => ({
    certificate: path.join(folder, `${name}.pem`),
    key: path.join(folder, `${name}.key`),
  });
  return {
    folder,
    createAuthority(authority: string): Authority {
      const own = filesOf(authority);
      const paths = ['-keyout', own.key, '-out', own.certificate];
      openssl('req', '-x509', ...newKey, ...paths, '-subj', `/CN=${authority}`, '-days', '30');
      return {
        ...own,
        issue(name, { names = ['DNS:localhost'], days = 30 } = {}) {
          const files = filesOf(name);
          const request = `${files.certificate}.csr`;
          const extension = ['-addext', `subjectAltName=${names.join(',')}`];
          openssl('req', ...newKey, '-keyout', files.key, '-out', request, '-subj', `/CN=${name}`, ...extension);
          const signer = ['-CA', own.certificate, '-CAkey', own.key, '-CAcreateserial'];
          const validity = ['-days', String(days), '-copy_extensions', 'copy'];
          openssl('x509', '-req', '-in', request, ...signer, ...validity, '-out', files.certificate);
          return files;
        },
      };
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

export const readCertificate = ({ certificate, key }: CertificateFiles) => ({
  cert: readFileSync(certificate),
  key: readFileSync(key),
});
