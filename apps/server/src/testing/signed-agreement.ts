import { downloadAgreement } from '@quayside/contract/agreements/agreement-papers.ts';
import { getUnsignedAgreement, signAgreement } from '@quayside/contract/agreements/agreement-signing.ts';
import type { TestApp } from './app.ts';
import { makeReadableAgreement, signatureImage } from './factories/agreements.ts';
import { type TestTenant, signedInCustomer } from './factories/factories.ts';

/** Makes an agreement that a customer of a marina has read, signed and fetched over HTTP. */
export async function makeAgreementSignedOverHttp(app: TestApp, tenant: TestTenant) {
  const { account, client } = await signedInCustomer(app, tenant);
  const owner = { tenantId: tenant.id, accountId: account.id, siteId: account.siteId };
  const { guid } = await makeReadableAgreement(tenant.db, owner);
  const { documentHash } = (await client.call(getUnsignedAgreement, { params: { guid } })).body.agreement;
  const signer = { fullName: 'Robin Test', email: 'robin.test@example.com' };
  const body = { guid, documentHash, signature: signatureImage(), ...signer };
  const { status, text } = await client.call(signAgreement, { body });
  if (status !== 200) throw new Error(`it was not signed: ${text}`);
  const { bytes } = await client.call(downloadAgreement, { params: { agreementGuid: guid }, query: {} });
  return { guid, pdf: bytes };
}
