import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface TestCertificate {
  key: string;
  cert: string;
  /** The file of the certificate, as NODE_EXTRA_CA_CERTS takes it. */
  file: string;
  remove: () => void;
}

/**
 * Makes a certificate that signs itself, with OpenSSL.
 * @param name whose it is, such as `IP:127.0.0.1` @param endsOn its last day, `YYMMDD`
 */
export function makeCertificate({ name, endsOn = '491231' }: { name: string; endsOn?: string }): TestCertificate {
  const folder = mkdtempSync(join(tmpdir(), 'quayside-test-certificate-'));
  const at = (file: string) => join(folder, file);
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });
  const config = `[ca]
default_ca = d
[d]
database = index
serial = serial
new_certs_dir = .
default_md = sha256
policy = p
x509_extensions = e
[p]
commonName = supplied
[e]
basicConstraints = CA:true
subjectAltName = ${name}
`;
  writeFileSync(at('config'), config);
  writeFileSync(at('index'), '');
  openssl('req', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=storage', '-keyout', 'key', '-out', 'request');
  const days = ['-startdate', '200101000000Z', '-enddate', `${endsOn}000000Z`];
  const self = ['-selfsign', '-create_serial', '-batch', '-notext', '-config', 'config', '-keyfile', 'key'];
  openssl('ca', ...self, ...days, '-in', 'request', '-out', 'cert');
  return {
    key: readFileSync(at('key'), 'utf8'),
    cert: readFileSync(at('cert'), 'utf8'),
    file: at('cert'),
    remove: () => rmSync(folder, { recursive: true }),
  };
}
