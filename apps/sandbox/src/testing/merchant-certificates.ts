import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Makes a certificate for a merchant identifier and its key, as Apple would issue one; both are PEM. */
export async function merchantCertificates(name: string): Promise<{ cert: string; key: string }> {
  const made = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'];
  const { stdout } = await run('openssl', [...made, '-subj', `/CN=${name}`, '-keyout', '-', '-out', '-']);
  const part = (label: string) =>
    new RegExp(`-----BEGIN ${label}-----.*?-----END ${label}-----\\n`, 's').exec(stdout)?.[0];
  return { cert: part('CERTIFICATE') ?? '', key: part('PRIVATE KEY') ?? '' };
}
