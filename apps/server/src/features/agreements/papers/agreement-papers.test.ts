import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import {
  downloadAgreement,
  getFile,
  maxTermsBytes,
  verifyAgreement,
} from '@quayside/contract/agreements/agreement-papers.ts';
import { signAgreement } from '@quayside/contract/agreements/agreement-signing.ts';
import { getSignedAgreement } from '@quayside/contract/agreements/agreements.ts';
import { apiBase } from '@quayside/contract/shared/call.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadTenant } from '../../../http/tenant/tenant.ts';
import { auditOf } from '../../../testing/audit.ts';
import {
  makeReadableAgreement,
  makeSignedAgreement,
  makeStoredFile,
  signatureImage,
} from '../../../testing/factories/agreements.ts';
import {
  makeAccount,
  makeTenant,
  type SignedIn,
  signedInCustomer,
  type TestTenant,
} from '../../../testing/factories/factories.ts';
import { makeAgreement, type Owner } from '../../../testing/factories/orders.ts';
import type { HttpClient } from '../../../testing/http-client.ts';
import { type MailApp, startMailApp } from '../../../testing/mail-app.ts';
import { TestMailbox } from '../../../testing/mailbox.ts';
import { isIntactForPdfsig } from '../../../testing/pdf-signature.ts';
import { attachmentsOf, picturesOf, readPdf } from '../../../testing/pdf.ts';
import { movingGif, plainWebp, sampleFiles } from '../../../testing/sample-files.ts';
import { sealAgreement } from '../signing/seal-agreement.service.ts';

const mailbox = new TestMailbox();
let app: MailApp;
let tenant: TestTenant;
let robin: SignedIn;
let owner: Owner;

const declaration = `<h1>Annual berthing licence</h1><p>Between the <b>marina</b> and the <i>customer</i>; see the
  <a href="https://example.com/rules">rules</a>.</p><h2>1. Charges</h2>
  <table><caption>This season</caption><tr><th>What</th><th>Price</th></tr>
  <tr><td>Berth, a metre</td><td>£412.00</td></tr></table>
  <ol start="3"><li>Keep it tidy.</li><li>Insure it.</li></ol><blockquote>Ropes are doubled in winter.</blockquote><hr>
  <p>القارب للعميل</p><img alt="Plan of the pier" src="${signatureImage({ width: 80, height: 40, reach: 60 })}">
  <p>${'The customer keeps clear of the lifeboat’s way. '.repeat(120)}</p><p>The very last words.</p>`;

beforeAll(async () => {
  app = await startMailApp(mailbox);
  tenant = await makeTenant(app, { key: 'saltmarsh', name: 'Saltmarsh Marina', hosts: ['saltmarsh.localhost'] });
  const account = await makeAccount(tenant, { title: 'Ms', email: 'robin.test@example.com' });
  robin = await signedInCustomer(app, tenant, account);
  owner = { tenantId: tenant.id, accountId: account.id, siteId: account.siteId };
});
afterAll(() => app.close());

const download = (client: HttpClient, agreementGuid: string, key?: string) =>
  client.call(downloadAgreement, { params: { agreementGuid }, query: key === undefined ? {} : { key } });

async function signedBy(client: HttpClient, fullName = 'Robin Łódź-Test'): Promise<{ id: number; guid: string }> {
  const agreement = await makeReadableAgreement(tenant.db, owner, { html: declaration, type: 'Berthing licence' });
  const body = { guid: agreement.guid, signature: signatureImage(), fullName, email: 'robin.test@example.com' };
  expect((await client.call(signAgreement, { body })).status).toBe(200);
  return agreement;
}

const verify = (content: Buffer) => {
  const body = new FormData();
  body.append('file', new Blob([new Uint8Array(content)], { type: 'application/pdf' }), 'paper.pdf');
  return app.client('saltmarsh').call(verifyAgreement, { body: body as never });
};

describe('the paper of an agreement', () => {
  test('[AGR-10] of a signed one: text, signature and evidence, sealed', async () => {
    const { guid, id } = await signedBy(robin.client);
    const { status, bytes, headers } = await download(robin.client, guid);
    expect([status, headers.get('content-type')]).toEqual([200, 'application/pdf']);
    expect(headers.get('content-disposition')).toContain('attachment; filename="Berthing licence _signed_.pdf"');
    const { text, structure, facts } = await readPdf(bytes);
    for (const words of ['1. Charges', 'Berth, a metre', '£412.00', '3. Keep it tidy.', 'https://example.com/rules'])
      expect(text).toContain(words);
    for (const words of ['The very last words.', 'Robin Łódź-Test', 'robin.test@example.com', '127.0.0.1', guid])
      expect(text).toContain(words);
    // The tenant's own host is printed, even if another host was requested.
    expect(text.replace(/\s+/g, ' ')).toContain('Check at http://saltmarsh.localhost:3000/verify whether');
    expect(structure).toMatch(/H2[\s\S]*1\. Charges[\s\S]*TH[\s\S]*What[\s\S]*Figure/);
    expect(Number(facts.Pages)).toBeGreaterThanOrEqual(3);
    const { declaration_hash: hash } = await tenant.db
      .selectFrom('agreement_signatures')
      .select('declaration_hash')
      .where('agreement_id', '=', id)
      .executeTakeFirstOrThrow();
    expect(text.replaceAll(' ', '')).toContain(hash?.toString('hex'));
    expect(text.replaceAll(' ', '')).toContain(await hashOfSigning(guid));
    expect(await isIntactForPdfsig(bytes)).toBe(true);
    expect((await download(robin.client, guid)).bytes.equals(bytes)).toBe(true);
    expect((await auditOf(tenant)).filter(({ subject }) => subject?.id === guid).map(({ event }) => event)).toEqual([
      'agreement.signed',
      'agreement.sealed',
      'agreement.downloaded',
      'agreement.downloaded',
    ]);
  });

  test('[AGR-10] of an unsigned one: to be read, and marked NOT SIGNED on every page', async () => {
    const type = 'Berthing licence 2026/27';
    const { guid } = await makeReadableAgreement(tenant.db, owner, { html: declaration, type });
    const { bytes, headers } = await download(robin.client, guid);
    expect(headers.get('content-disposition')).toContain('"Berthing licence 2026-27 _not signed_.pdf"');
    const { text, facts } = await readPdf(bytes);
    expect(text).toContain('The very last words.');
    expect(text.match(/NOT SIGNED/g)).toHaveLength(Number(facts.Pages) + 1);
  });

  test('[AGR-10] its lists are lists to a screen reader: items, marks and bodies, one list in another', async () => {
    const html = `<ol start="4"><li>Keep it <b>tidy</b>:<ul><li>ropes</li><li><p>fenders</p>
    <p>and more</p></li></ul></li>
      <li><ul><li>alone</li></ul></li><ul><li>astray</li></ul><li></li><li>Last</li></ol><p>After the list.</p>`;
    const { guid } = await makeReadableAgreement(tenant.db, owner, { html });
    const { text, structure, objects } = await readPdf((await download(robin.client, guid)).bytes);
    expect(text).toContain(
      '4. Keep it tidy: • ropes • fenders and more 5. • alone • astray 6. 7. Last After the list.',
    );
    // A text with several looks is reported in pieces.
    const whole = structure.replace(/"\n *"/g, '');
    const walked = [...whole.matchAll(/^ *(L|LI|Lbl|LBody|P)\b[^\n]*$|^ *"([^\n]*)"$/gm)]
      .map(([, element, words]) => element ?? words)
      .join(' ');
    const item = (mark: string, body: string) => `LI Lbl ${mark} LBody ${body}`;
    const inner = `L ${item('•', 'P ropes')} ${item('•', 'P fenders P and more')}`;
    expect(walked).toContain(`L ${item('4.', `P Keep it tidy: ${inner}`)} LI Lbl 5. LBody L ${item('•', 'P alone')}`);
    expect(walked).toContain(`L ${item('•', 'P astray')} LI Lbl 6. LBody ${item('7.', 'P Last')} P After the list.`);
    expect(objects.match(/\/ListNumbering \/(Decimal|Disc)/g)).toEqual([
      '/ListNumbering /Decimal',
      ...Array.from({ length: 3 }, () => '/ListNumbering /Disc'),
    ]);
  });

  test('[AGR-10] GIF and WebP are drawn, of several pictures the first; what can’t be read is named', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9"/></svg>');
    const image = (type: string, content: Buffer, alt: string) =>
      `<img alt="${alt}" src="data:image/${type};base64,${content.toString('base64')}">`;
    const html = [
      `<ul><li>${image('gif', movingGif, 'Two lights')}</li></ul>${image('webp', plainWebp, 'A green buoy')}`,
      `${image('webp', plainWebp.subarray(0, -9), 'A torn flag')}${image('gif', svg, 'A drawing')}`,
    ].join('');
    const { guid, documentHash } = await makeReadableAgreement(tenant.db, owner, { html });
    const { bytes } = await download(robin.client, guid);
    const pictures = (await picturesOf(bytes)).map(({ width, height, data }) => [
      width,
      height,
      [...data.subarray(0, 3)],
    ]);
    expect(pictures).toEqual([
      [12, 8, [255, 0, 0]],
      [9, 15, [expect.closeTo(0, -1), expect.closeTo(128, -1), expect.closeTo(0, -1)]],
    ]);
    const { text, structure, objects } = await readPdf(bytes);
    expect(structure.match(/Figure/g)).toHaveLength(3); // including the marina's logo
    for (const alt of ['Two lights', 'A green buoy']) expect(objects).toContain(`/Alt (${alt})`);
    for (const alt of ['A torn flag', 'A drawing']) expect(text).toContain(alt);
    // The office's exact text is hashed and signed.
    const { html: stored } = await tenant.db
      .selectFrom('declarations')
      .select('html')
      .where('hash', '=', Buffer.from(documentHash, 'hex'))
      .executeTakeFirstOrThrow();
    expect(stored).toContain(movingGif.toString('base64'));
  });

  test('[AGR-10] the signer’s mail brings it and links to it, for a week, and to nothing else', async () => {
    const { guid } = await signedBy(app.client('saltmarsh'), 'By Link');
    const other = await signedBy(robin.client);
    const { text = '', attachments } = await waitForMail(guid);
    const [, key = ''] = /download\?key=([\w-]+)/.exec(text) ?? [];
    expect(text).toContain('Berthing licence');
    const anybody = app.client('saltmarsh');
    const { bytes } = await download(anybody, guid, key);
    expect(attachments).toMatchObject([{ filename: 'Berthing licence (signed).pdf', mimeType: 'application/pdf' }]);
    expect(Buffer.from(attachments[0]?.content as ArrayBuffer)).toEqual(bytes);
    expect((await readPdf(bytes)).text).toContain('By Link');
    expect((await download(anybody, other.guid, key)).status).toBe(404);
    app.clock.advance({ hours: 7 * 24 + 1 });
    expect((await download(anybody, guid, key)).status).toBe(404);
    app.clock.set('2026-05-16T09:00:00Z');
  });

  test('[AGR-10] a paper too large for a mail is only linked to, and can be verified', async () => {
    const { id, guid } = await makeAgreement(tenant.db, owner, { type: 'Mooring terms' });
    const content = Buffer.concat([sampleFiles.pdf, Buffer.alloc(maxTermsBytes - sampleFiles.pdf.length)]);
    await makeStoredFile(tenant.db, app.files, owner, { content, agreementId: id, kind: 'reading' });
    const body = { guid, signature: signatureImage(), fullName: 'By Link', email: 'robin.test@example.com' };
    expect((await app.client('saltmarsh').call(signAgreement, { body })).status).toBe(200);
    const { text = '', attachments } = await waitForMail(guid);
    expect(text).toContain('too large for an e-mail');
    expect(attachments).toEqual([]);
    const [, key = ''] = /download\?key=([\w-]+)/.exec(text) ?? [];
    const { bytes } = await download(app.client('saltmarsh'), guid, key);
    expect(await attachmentsOf(bytes)).toEqual([{ name: 'Scan.pdf', content }]);
    expect((await verify(bytes)).body).toMatchObject({ isGenuine: true, agreementType: 'Mooring terms' });
  });

  test('the office gets a mail that names signer and agreement, without a link to the paper', async () => {
    const { guid } = await signedBy(app.client('saltmarsh'), 'Somebody Else');
    const reference = guid.slice(0, 8).toUpperCase();
    const { text = '', to, attachments } = await waitForMail(reference, 'has signed');
    expect(to).toMatchObject([{ address: 'quay@example.com' }]);
    expect(text).toContain('Somebody Else');
    expect(text).toMatch(/Ms Robin Test has signed “Berthing licence” in the portal/);
    expect(text).not.toContain(guid);
    expect(text).not.toMatch(/key=|download/);
    expect(attachments).toEqual([]);
  });

  test('[AGR-8] [AGR-10] the browser that signed by a link fetches it; a neighbour and a visitor can’t', async () => {
    const signer = app.client('saltmarsh');
    const { guid } = await signedBy(signer);
    expect((await download(signer, guid)).status).toBe(200);
    const neighbour = await signedInCustomer(app, tenant);
    for (const client of [app.client('saltmarsh'), neighbour.client])
      expect((await download(client, guid)).status).toBe(404);
    app.clock.advance({ minutes: 61 });
    expect((await download(signer, guid)).status).toBe(404);
    app.clock.set('2026-05-16T09:00:00Z');
  });

  test('[AGR-2] an agreement signed on paper has date, signer, scan and a notice, but no evidence', async () => {
    const { guid, id } = await makeSignedAgreement(tenant.db, owner, new Date('2026-02-01T10:00:00Z'));
    const content = Buffer.from('%PDF-1.4 a scan');
    const fileGuid = await makeStoredFile(tenant.db, app.files, owner, { content, agreementId: id });
    // The portal's own text was not signed there.
    await makeStoredFile(tenant.db, app.files, owner, { content, agreementId: id, kind: 'reading' });
    const { body } = await robin.client.call(getSignedAgreement, { params: { guid } });
    expect(body.agreement).toMatchObject({
      hardAgreementUploaded: true,
      captureTime: '2026-02-01T10:00:00.000Z',
      fullName: 'Robin Test',
      fileReferences: [{ guid: fileGuid, property: 'Manually Signed Agreement', contentType: 'application/pdf' }],
    });
    for (const name of ['email', 'ipAddress', 'browser', 'os', 'userAgent', 'signature', 'declarationText'] as const)
      expect(body.agreement[name]).toBeNull();
    expect((await download(robin.client, guid)).bytes.equals(content)).toBe(true);
  });

  test('[AGR-9] two jobs that seal at once leave one paper, one mail and one file', async () => {
    await app.stopWorker();
    const { id, guid } = await signedBy(robin.client);
    const marina = await loadTenant(app.database, tenant.id);
    const services = {
      db: app.database.forTenant(tenant.id),
      tenant: marina,
      clock: app.clock,
      files: app.files,
      originOf: () => 'http://x',
    };
    const papers = await Promise.all([1, 2, 3].map(() => sealAgreement(services, id)));
    expect(new Set(papers.map((paper) => paper?.guid)).size).toBe(1);
    const mails = await tenant.db
      .selectFrom('mails')
      .select('kind')
      .where(sql`(payload ->> 'agreementId')::int`, '=', id)
      .execute();
    expect(mails.map(({ kind }) => kind).sort()).toEqual(['agreement-signed', 'agreement-signed-office']);
    await app.startWorker();
    await waitForMail(guid);
    expect(
      (await auditOf(tenant)).filter(({ event, subject }) => event === 'agreement.sealed' && subject?.id === guid),
    ).toHaveLength(1);
  });
});

describe('access to a paper', () => {
  test('[AGR-10] a paper that is handed in is recognised, and nothing about its customer is shown', async () => {
    const { guid } = await signedBy(robin.client, 'Wilhelmina Uniquename');
    const { bytes } = await download(robin.client, guid);
    const { body, text } = await verify(bytes);
    expect(body).toEqual({
      isGenuine: true,
      marina: 'Saltmarsh Marina',
      agreementType: 'Berthing licence',
      signedOn: '2026-05-16T09:00:00.000Z',
      sealedOn: '2026-05-16T09:00:00.000Z',
    });
    expect(text).not.toMatch(/Uniquename|robin|Robin/);
    for (const position of [100, Math.floor(bytes.length / 2), bytes.length - 40]) {
      const changed = Buffer.from(bytes);
      changed[position] = (changed[position] ?? 0) ^ 1;
      expect((await verify(changed)).body, `byte ${position}`).toMatchObject({ isGenuine: false, marina: null });
    }
    expect((await verify(Buffer.concat([bytes, Buffer.from('\n')]))).body.isGenuine).toBe(false);
    expect((await verify(Buffer.from('%PDF-1.7 of somebody'))).body.isGenuine).toBe(false);
  });

  test('[SAFE-2] [SAFE-3] a file that is empty, too large or no PDF is refused, and so are very many', async () => {
    const codeOf = async (answer: ReturnType<typeof verify>) => (await answer).body.responseStatus?.errorCode;
    expect(await codeOf(verify(Buffer.from('MZ')))).toBe('INVALID_REQUEST');
    expect(await codeOf(verify(Buffer.alloc(11 * 1024 * 1024)))).toBe('PAYLOAD_TOO_LARGE');
    const empty = app.client('saltmarsh').call(verifyAgreement, { body: new FormData() as never });
    expect((await empty).status).toBe(400);
    app.clock.advance({ hours: 1 });
    for (let time = 0; time < 20; time += 1) expect((await verify(Buffer.from('%PDF-1.7'))).status).toBe(200);
    expect(await codeOf(verify(Buffer.from('%PDF-1.7')))).toBe('TOO_MANY_REQUESTS');
    app.clock.set('2026-05-16T09:00:00Z');
  });
});

describe('a file of the account', () => {
  const content = Buffer.from(`%PDF-1.7 ${'0123456789'.repeat(100)}`);

  test('[AGR-10] downloads unchanged, as a file, and only for its owner', async () => {
    const guid = await makeStoredFile(tenant.db, app.files, owner, { content });
    const { status, bytes, headers } = await robin.client.call(getFile, { params: { guid } });
    expect([status, bytes.equals(content)]).toEqual([200, true]);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': String(content.length),
      'content-disposition': expect.stringMatching(/^attachment; filename="Scan\.pdf"/),
      'x-content-type-options': 'nosniff',
      'accept-ranges': 'bytes',
      etag: `"${createHash('sha256').update(content).digest('hex')}"`,
    });
    const neighbour = await signedInCustomer(app, tenant);
    expect((await neighbour.client.call(getFile, { params: { guid } })).status).toBe(404);
  });

  test.each<[range: string, status: number, contentRange: string | null, length: number]>([
    ['bytes=0-8', 206, 'bytes 0-8/1009', 9],
    ['bytes=1000-', 206, 'bytes 1000-1008/1009', 9],
    ['bytes=-10', 206, 'bytes 999-1008/1009', 10],
    ['bytes=-5000', 206, 'bytes 0-1008/1009', 1009],
    ['bytes=500-9999', 206, 'bytes 500-1008/1009', 509],
    ['bytes=1009-', 416, 'bytes */1009', 0],
    ['bytes=-0', 416, 'bytes */1009', 0],
    ['bytes=0-1,5-6', 200, null, 1009],
    ['bytes=9-5', 200, null, 1009],
    ['lines=1-2', 200, null, 1009],
    ['bytes=-', 200, null, 1009],
  ])('[AGR-10] in parts: %s', async (range, status, contentRange, length) => {
    const guid = await makeStoredFile(tenant.db, app.files, owner, { content });
    const answer = await robin.client.get(`${apiBase}portal/files/${guid}`, { range });
    expect([answer.status, answer.headers.get('content-range'), answer.bytes.length]).toEqual([
      status,
      contentRange,
      length,
    ]);
    const [, start = '0'] = /^bytes (\d+)/.exec(contentRange ?? '') ?? [];
    if (status === 206) expect(answer.bytes.equals(content.subarray(Number(start), Number(start) + length))).toBe(true);
  });

  test('[AGR-10] a part of another version is the whole', async () => {
    const guid = await makeStoredFile(tenant.db, app.files, owner, { content });
    const ask = (version: string) =>
      robin.client.get(`${apiBase}portal/files/${guid}`, { range: 'bytes=0-8', 'if-range': version });
    expect((await ask('"another"')).status).toBe(200);
    expect((await ask(`"${createHash('sha256').update(content).digest('hex')}"`)).status).toBe(206);
  });

  test('[AGR-10] one that the storage lost is not found', async () => {
    const guid = await makeStoredFile(tenant.db, app.files, owner, { content });
    const { storage_name: name } = await tenant.db
      .selectFrom('files')
      .select('storage_name')
      .where('guid', '=', guid)
      .executeTakeFirstOrThrow();
    await app.files.delete(tenant.id, name ?? '');
    expect((await robin.client.call(getFile, { params: { guid } })).status).toBe(404);
  });
});

/** Returns the hash of the entry of a signature, computed only from the decision record. */
async function hashOfSigning(guid: string): Promise<string> {
  const { rows } = await sql<{ sequence: number; content: string; previous: string }>`
    select sequence, content::text as content, encode(previous_hash, 'hex') as previous from audit_entries
    where tenant_id = ${tenant.id} and event = 'agreement.signed' and content::text like ${`%${guid}%`}`.execute(
    tenant.db,
  );
  const [entry] = rows;
  if (!entry) throw new Error('nothing was recorded');
  const text = `${tenant.id}:${entry.sequence}:${entry.content}`;
  return createHash('sha256').update(Buffer.from(entry.previous, 'hex')).update(text).digest('hex');
}

/** Waits for a mail about the agreement that contains these words, such as the link to it. */
async function waitForMail(guid: string, words = `/agreement/${guid}/`) {
  for (;;) {
    const mail = (await mailbox.read()).find(({ text }) => text?.includes(guid) && text.includes(words));
    if (mail) return mail;
    await pause(20);
  }
}
