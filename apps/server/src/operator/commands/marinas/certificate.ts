import type { X509Certificate } from 'node:crypto';
import { z } from 'zod';
import {
  installSealCertificate,
  isValidAt,
  renewSealCertificate,
  sealCertificates,
} from '../../../features/seals/seals.service.ts';
import { readPkcs12, UnusableCertificate } from '../../../providers/pdf/seal/pkcs12.ts';
import { command, OperatorError, type OperatorContext } from '../../lib/command.ts';
import { findTenant, TenantKey } from '../../lib/find-tenant.ts';
import { givenFile } from '../../lib/given-text.ts';
import { systemUser } from '../../lib/system-user.ts';

/** Shows the certificates that seal a marina's papers, now and earlier. */
export const showCertificate = command({
  name: 'certificate show',
  summary: 'Show the certificates that seal the marina’s papers, now and before.',
  options: z.strictObject({ tenant: TenantKey }),
  async run(ctx, { tenant: key }) {
    const { tenant, db } = await sealingOf(ctx, key);
    const [current, ...earlier] = await sealCertificates(db, tenant.id);
    if (!current) return ctx.say(`${tenant.name} has no certificate yet. The first sealed paper creates one.`);
    const origin = current.installed ? 'installed by the operator' : 'made by this server';
    ctx.say(`${tenant.name} seals with a certificate ${origin}:`);
    describe(ctx, current.certificate);
    if (!isValidAt(current.certificate, ctx.clock.now()))
      ctx.say('It is not valid now: the next paper is sealed with a new one, made by this server.');
    for (const { certificate } of earlier) {
      ctx.say('Before that, with:');
      describe(ctx, certificate);
    }
  },
});

/** Prints the root certificates. The office gives them to people whose PDF readers should trust the papers. */
export const showRoots = command({
  name: 'certificate root',
  summary: 'Print the root certificates that PDF readers must trust, as PEM.',
  options: z.strictObject({ tenant: TenantKey }),
  async run(ctx, { tenant: key }) {
    const { tenant, db } = await sealingOf(ctx, key);
    const roots = (await sealCertificates(db, tenant.id)).flatMap(({ root }) => root ?? []);
    if (roots.length === 0)
      throw new OperatorError(
        `This server made no root for ${tenant.name}: papers are sealed with your own certificate, or none is ` +
          'sealed yet, or "certificate create" has to make a new one.',
      );
    for (const root of roots) ctx.say(root.toString().trim());
  },
});

/** Creates a new certificate: after somebody else may have seen the key, or before an operator's own one expires. */
export const createCertificate = command({
  name: 'certificate create',
  summary: 'Create a new certificate and seal with it from now on. Earlier papers stay valid.',
  options: z.strictObject({ tenant: TenantKey }),
  async run(ctx, { tenant: key }) {
    const sealing = await sealingOf(ctx, key);
    const { certificate } = await renewSealCertificate(sealing, systemUser());
    ctx.say(`${sealing.tenant.name} now seals with:`);
    describe(ctx, certificate);
  },
});

/** Installs the operator's own certificate, such as one that an authority issued to the marina. */
export const installCertificate = command({
  name: 'certificate install',
  summary: 'Seal with a certificate of your own from now on.',
  options: z.strictObject({
    file: z.string().meta({ description: 'a PKCS#12 file (.p12, .pfx) with its key' }),
    tenant: TenantKey,
    passwordFile: z
      .string()
      .optional()
      .meta({ description: "a file that holds the certificate's password", value: 'file' }),
  }),
  positions: ['file'],
  async run(ctx, { tenant: key, file, passwordFile }) {
    const sealing = await sealingOf(ctx, key);
    const password =
      passwordFile === undefined ? '' : (await givenFile(passwordFile)).toString('utf8').replace(/\r?\n$/, '');
    const seal = await readPkcs12(await givenFile(file), password).catch((error: unknown) => {
      throw error instanceof UnusableCertificate ? new OperatorError(error.message) : error;
    });
    if (!isValidAt(seal.certificate, ctx.clock.now()))
      throw new OperatorError(
        `The certificate is valid from ${seal.certificate.validFrom} to ${seal.certificate.validTo}.`,
      );
    await installSealCertificate(sealing, seal, systemUser());
    ctx.say(`${sealing.tenant.name} now seals with:`);
    describe(ctx, seal.certificate);
  },
});

async function sealingOf(ctx: OperatorContext, key: string) {
  const tenant = await findTenant(ctx, key);
  return { tenant, db: ctx.database.forTenant(tenant.id), clock: ctx.clock };
}

function describe({ say }: OperatorContext, { subject, issuer, validFrom, validTo, fingerprint256 }: X509Certificate) {
  say(`  for      ${onOneLine(subject)}`);
  say(`  by       ${subject === issuer ? 'itself' : onOneLine(issuer)}`);
  say(`  valid    ${new Date(validFrom).toISOString()} to ${new Date(validTo).toISOString()}`);
  say(`  SHA-256  ${fingerprint256}`);
}

const onOneLine = (name: string) => name.replaceAll('\n', ', ');
