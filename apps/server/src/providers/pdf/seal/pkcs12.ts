import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { CertBag, Certificate, PFX, PKCS8ShroudedKeyBag, PrivateKeyInfo, type SafeBag } from 'pkijs';
import { canSeal } from './cms.ts';
import type { SealCertificate } from './seal-certificate.ts';

/** The file holds no certificate that can seal. The message tells the person who gave it what to do. */
export class UnusableCertificate extends Error {
  override name = 'UnusableCertificate';
}

/** Reads a certificate with its key and its chain from a PKCS#12 file. @throws UnusableCertificate */
export async function readPkcs12(file: Buffer, password: string): Promise<SealCertificate> {
  const bags = await openBags(file, password);
  const [privateKey, ...otherKeys] = bags.flatMap((bag) => keyIn(bag, password));
  if (!privateKey || otherKeys.length > 0) throw new UnusableCertificate('The file has to hold one private key.');
  const all = bags.flatMap(certificateIn);
  const certificate = all.find((each) => each.checkPrivateKey(privateKey));
  if (!certificate) throw new UnusableCertificate('The file holds no certificate for its private key.');
  if (!canSeal(certificate)) throw new UnusableCertificate('The key has to be RSA of 2048 bits or more, or elliptic.');
  return { certificate, chain: chainOf(certificate, all), root: null, privateKey };
}

async function openBags(file: Buffer, password: string): Promise<SafeBag[]> {
  const passwordBytes = new TextEncoder().encode(password).buffer;
  try {
    const pfx = PFX.fromBER(Uint8Array.from(file).buffer);
    await pfx.parseInternalValues({ password: passwordBytes, checkIntegrity: true });
    const safe = pfx.parsedValue?.authenticatedSafe;
    await safe?.parseInternalValues({ safeContents: safe.safeContents.map(() => ({ password: passwordBytes })) });
    const contents: { value: { safeBags: SafeBag[] } }[] = safe?.parsedValue.safeContents ?? [];
    return contents.flatMap(({ value }) => value.safeBags);
  } catch (error) {
    throw new UnusableCertificate(explain(error));
  }
}

function explain(error: unknown): string {
  const message = error instanceof Error ? error.message : '';
  if (message.startsWith('Integrity')) return 'The password is wrong, or the file is damaged.';
  if (message.startsWith('Unknown "contentEncryptionAlgorithm"'))
    return (
      'The file is encrypted in the old way (RC2, 3DES). Write it anew: openssl pkcs12 -legacy -in old.p12 -nodes ' +
      '| openssl pkcs12 -export -out new.p12'
    );
  return 'This is no PKCS#12 file (.p12, .pfx).';
}

function keyIn({ bagValue }: SafeBag, password: string): KeyObject[] {
  const isEncrypted = bagValue instanceof PKCS8ShroudedKeyBag;
  if (!isEncrypted && !(bagValue instanceof PrivateKeyInfo)) return [];
  const key = Buffer.from(bagValue.toSchema().toBER());
  try {
    return [createPrivateKey({ key, format: 'der', type: 'pkcs8', ...(isEncrypted ? { passphrase: password } : {}) })];
  } catch {
    throw new UnusableCertificate('The private key can not be read.');
  }
}

function certificateIn({ bagValue }: SafeBag): X509Certificate[] {
  const isOne = bagValue instanceof CertBag && bagValue.parsedValue instanceof Certificate;
  return isOne ? [new X509Certificate(Buffer.from(bagValue.parsedValue.toSchema().toBER()))] : [];
}

/** Returns the chain of issuers of a certificate, without the root: a PDF reader has the root, or doesn't trust it. */
function chainOf(certificate: X509Certificate, all: readonly X509Certificate[]): X509Certificate[] {
  const issuer = all.find((each) => !each.checkIssued(each) && each !== certificate && certificate.checkIssued(each));
  return issuer
    ? [
        issuer,
        ...chainOf(
          issuer,
          all.filter((each) => each !== certificate),
        ),
      ]
    : [];
}
