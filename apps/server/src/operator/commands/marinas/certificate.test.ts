import { X509Certificate } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makePaper } from '../../../features/papers/papers.service.ts';
import { findSeal, sealCertificates, sealPaper } from '../../../features/seals/seals.service.ts';
import { startTestApp, type TestApp } from '../../../testing/app.ts';
import { auditOf } from '../../../testing/audit.ts';
import { makeTenant, type TestTenant } from '../../../testing/factories/factories.ts';
import { isIntactForPdfsig, makePkcs12, pdfsig, trusting } from '../../../testing/pdf-signature.ts';
import { typeCommand } from '../../testing/type-command.ts';

let app: TestApp;
let marina: TestTenant;
let paper: Buffer;

beforeAll(async () => {
  app = await startTestApp();
  const about = { title: 'Licence', author: 'Marina', language: 'en-GB', created: new Date(0) };
  paper = await makePaper(null, { kind: 'specimen', ...about, lines: [] });
});
afterAll(() => app.close());
beforeEach(async () => {
  marina = await makeTenant(app);
});

const sealingOf = ({ db, id, key }: TestTenant) => ({
  db,
  tenant: { id, key, name: 'Saltmarsh Marina', settings: {} as never },
  clock: app.clock,
});
const seal = (tenant = marina) => sealPaper(sealingOf(tenant), paper, 'Signed');
const find = (pdf: Buffer, tenant = marina) => findSeal(sealingOf(tenant), pdf);
const keysOf = async ({ db }: TestTenant) =>
  (await db.selectFrom('seal_certificates').select('private_key').orderBy('id').execute()).map(
    (row) => row.private_key,
  );

const type = (...words: string[]) => typeCommand(app, ...words);

describe('[AGR-10] a marina’s seal', () => {
  test('has a certificate from the first paper on, made for ten years', async () => {
    const pdf = await seal();
    expect(await isIntactForPdfsig(pdf)).toBe(true);
    expect(await pdfsig(pdf)).toContain('Signer Certificate Common Name: Saltmarsh Marina');
    expect(await find(pdf)).toMatchObject({ sealedAt: app.clock.now() });
    const [stored] = await sealCertificates(marina.db, marina.id);
    const { validTo = '' } = stored?.certificate ?? {};
    expect(new Date(validTo).getUTCFullYear()).toBe(app.clock.now().getUTCFullYear() + 10);
    expect((await auditOf(marina)).map(({ event }) => event)).toEqual(['seal-certificate.made']);
  });

  test('is one for twenty first papers at once', async () => {
    const papers = await Promise.all(Array.from({ length: 20 }, () => seal()));
    expect(await sealCertificates(marina.db, marina.id)).toHaveLength(1);
    for (const pdf of papers) expect(await find(pdf)).not.toBeNull();
  });

  test('is another marina’s at no time', async () => {
    const other = await makeTenant(app);
    const pdf = await seal(other);
    await seal();
    expect(await find(pdf)).toBeNull();
    expect(await find(pdf, other)).not.toBeNull();
  });

  test('is followed by a new one when it has run out, and still proves what it sealed', async () => {
    const pdf = await seal();
    app.clock.advance({ days: 3_660 });
    const later = await seal();
    expect(await sealCertificates(marina.db, marina.id)).toHaveLength(2);
    expect(await find(pdf)).not.toBeNull();
    expect(await find(later)).not.toBeNull();
  });

  test('leaves its key nowhere but in its row, and not there once it is replaced', async () => {
    await seal();
    const [first] = await keysOf(marina);
    await type('certificate', 'create', '--tenant', marina.key);
    const [gone, second] = await keysOf(marina);
    expect(gone).toBeNull();
    expect(second?.equals(first ?? Buffer.alloc(0))).toBe(false);
    const audit = JSON.stringify(await auditOf(marina));
    for (const key of [first, second])
      for (const form of ['hex', 'base64'] as const) {
        expect(app.logs()).not.toContain(key?.toString(form));
        expect(audit).not.toContain(key?.toString(form));
      }
  });
});

describe('[AGR-10] an operator', () => {
  test('sees that there is none yet, then which there is', async () => {
    expect(await type('certificate', 'show', '--tenant', marina.key)).toContain('no certificate yet');
    await seal();
    const said = await type('certificate', 'show', '--tenant', marina.key);
    expect(said).toContain('made by this server');
    expect(said).toContain('CN=Saltmarsh Marina');
  });

  test('prints the roots of all papers for readers to trust, and says where there is none', async () => {
    app.clock.set(new Date().toISOString());
    const show = () => type('certificate', 'root', '--tenant', marina.key);
    await expect(show()).rejects.toThrow('made no root');
    const first = await seal();
    await type('certificate', 'create', '--tenant', marina.key);
    const [second, said] = [await seal(), await show()];
    const roots = said.split(/(?<=-----END CERTIFICATE-----)\n/).map((pem) => new X509Certificate(pem));
    const trusted = (root: X509Certificate | undefined) =>
      trusting(root as X509Certificate, async (trust) => [
        await isIntactForPdfsig(first, trust),
        await isIntactForPdfsig(second, trust),
      ]);
    expect([await trusted(roots[0]), await trusted(roots[1])]).toEqual([
      [false, true],
      [true, false],
    ]);
  });

  test('installs their own; papers sealed before stay proven', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'quayside-test-certificate-'));
    // A certificate that OpenSSL makes is valid from now on, so the clock must be later.
    app.clock.set(new Date(Date.now() + 60_000).toISOString());
    try {
      const before = await seal();
      const [file, passwordFile] = [join(folder, 'own.p12'), join(folder, 'password')];
      await writeFile(file, await makePkcs12('Saltmarsh Ltd', 'sésame', ['rsa:3072']));
      const args = ['certificate', 'install', file, '--tenant', marina.key];
      await expect(type(...args)).rejects.toThrow('The password is wrong');
      await expect(type(...args, '--password-file', join(folder, 'none'))).rejects.toThrow("can't be read");
      await writeFile(passwordFile, 'sésame\n');
      expect(await type(...args, '--password-file', passwordFile)).toContain('CN=Saltmarsh Ltd');

      const after = await seal();
      expect(await pdfsig(after)).toContain('Signer Certificate Common Name: Saltmarsh Ltd');
      expect(await find(before)).not.toBeNull();
      expect(await find(after)).not.toBeNull();
      expect((await auditOf(marina)).at(-1)?.event).toBe('seal-certificate.installed');
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
