import { createPrivateKey, X509Certificate } from 'node:crypto';
import type { TenantDb } from '../../db/client.ts';
import { takeNumbers } from '../../db/sql/numbers.ts';
import type { Clock, Tenant } from '../../http/context.ts';
import { makeSealCertificate, type SealCertificate } from '../../providers/pdf/seal/seal-certificate.ts';
import { sealPdf } from '../../providers/pdf/seal/seal-pdf.ts';
import { type Seal, verifySeal } from '../../providers/pdf/seal/verify-seal.ts';
import type { AuditActor } from '../audit/audit.exports.ts';
import { appendAudit } from '../audit/audit.service.ts';
import { findCurrent, insertCertificate, listCertificates } from './seals.queries.ts';

/** The marina whose papers are sealed, and the clock. */
export interface Sealing {
  db: TenantDb;
  tenant: Tenant;
  clock: Clock;
}

/** The actor for certificates that the server makes itself: an operator without a person. */
const server: AuditActor = { kind: 'operator', name: 'server' };

/**
 * Seals a PDF in the marina's name. If it has no certificate that is valid now, one is made first.
 * @param reason as readers show it, in the language of the paper
 * @throws UnsealablePdf
 */
export async function sealPaper({ db, tenant, clock }: Sealing, pdf: Buffer, reason: string): Promise<Buffer> {
  const seal = await currentSeal({ db, tenant, clock });
  return sealPdf(pdf, seal, { now: clock.now(), reason, name: tenant.name });
}

/** Returns the seal of a PDF that the marina sealed and nobody changed; null for any other. */
export async function findSeal({ db, tenant }: Pick<Sealing, 'db' | 'tenant'>, pdf: Buffer): Promise<Seal | null> {
  const stored = await listCertificates(db, tenant.id);
  return verifySeal(
    pdf,
    stored.map(({ certificates }) => readStored(certificates)),
  );
}

/** A certificate of the marina, for its operator. */
export interface StoredCertificate extends Omit<SealCertificate, 'privateKey'> {
  installed: boolean;
  createdAt: Date;
}

/** Returns the certificates of a marina: the first one seals, the others verify what they sealed. */
export async function sealCertificates(db: TenantDb, tenantId: number): Promise<StoredCertificate[]> {
  const stored = await listCertificates(db, tenantId);
  return stored.map(({ certificates, installed, created_at }) => ({
    ...readStored(certificates),
    installed,
    createdAt: created_at,
  }));
}

/** Returns the installed certificate that seals now. null if there is none: the server renews its own by itself. */
export async function installedCertificate(db: TenantDb, tenantId: number): Promise<X509Certificate | null> {
  const [current] = await sealCertificates(db, tenantId);
  return current?.installed ? current.certificate : null;
}

/** Makes a new certificate for a marina, which seals from now on. */
export async function renewSealCertificate(sealing: Sealing, actor: AuditActor): Promise<SealCertificate> {
  const seal = await makeSealCertificate(sealing.tenant.name, sealing.clock.now());
  await store(sealing, seal, { installed: false, actor });
  return seal;
}

/** Installs the operator's own certificate. */
export async function installSealCertificate(
  sealing: Sealing,
  seal: SealCertificate,
  actor: AuditActor,
): Promise<void> {
  await store(sealing, seal, { installed: true, actor });
}

async function currentSeal(sealing: Sealing): Promise<SealCertificate> {
  const found = await findValid(sealing);
  if (found) return found;
  const made = await makeSealCertificate(sealing.tenant.name, sealing.clock.now());
  return store(sealing, made, { installed: false, actor: server, unlessValid: true });
}

async function findValid({ db, tenant, clock }: Sealing): Promise<SealCertificate | null> {
  const stored = await findCurrent(db, tenant.id);
  if (!stored?.private_key) return null;
  const proof = readStored(stored.certificates);
  if (!isValidAt(proof.certificate, clock.now())) return null;
  return { ...proof, privateKey: createPrivateKey({ key: stored.private_key, format: 'der', type: 'pkcs8' }) };
}

/** Tells if a certificate's own dates let it seal. */
export const isValidAt = ({ validFrom, validTo }: X509Certificate, now: Date): boolean =>
  new Date(validFrom) <= now && now <= new Date(validTo);

/**
 * Stores a certificate.
 * @param unlessValid keeps a valid one that somebody stored meanwhile, so that two first papers at once make one
 * certificate
 * @returns the one that seals now
 */
async function store(
  { db, tenant, clock }: Sealing,
  seal: SealCertificate,
  { installed, actor, unlessValid = false }: { installed: boolean; actor: AuditActor; unlessValid?: boolean },
): Promise<SealCertificate> {
  return db.transaction().execute(async (trx) => {
    // Locks the counter's row until the end, so that the second one sees what the first stored.
    const id = await takeNumbers(trx, tenant.id, 'seal-certificate');
    const other = unlessValid ? await findValid({ db: trx, tenant, clock }) : null;
    if (other) return other;
    await insertCertificate(trx, {
      tenant_id: tenant.id,
      id,
      certificates: [seal.certificate, ...seal.chain, ...(seal.root ? [seal.root] : [])].join(''),
      private_key: seal.privateKey.export({ format: 'der', type: 'pkcs8' }),
      installed,
      created_at: clock.now(),
    });
    const { fingerprint256 } = seal.certificate;
    await appendAudit(trx, tenant.id, {
      at: clock.now(),
      event: installed ? 'seal-certificate.installed' : 'seal-certificate.made',
      actor,
      accountId: null,
      subject: { type: 'seal-certificate', id: String(id) },
      ip: null,
      userAgent: null,
      details: { fingerprint: fingerprint256 },
    });
    return seal;
  });
}

/** Splits a row's certificates by their use: the first one seals, and a root is signed by itself. */
function readStored(pem: string): Omit<SealCertificate, 'privateKey'> {
  const [certificate, ...above] = (pem.match(/-----BEGIN [^-]+-----[^-]+-----END [^-]+-----/g) ?? []).map(
    (each) => new X509Certificate(each),
  );
  if (!certificate) throw new Error('a stored seal certificate holds no certificate');
  const root = above.find(isSelfSigned) ?? null;
  return { certificate, chain: above.filter((each) => each !== root), root };
}

const isSelfSigned = ({ subject, issuer }: X509Certificate) => subject === issuer;
