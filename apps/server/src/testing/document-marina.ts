import { readdir } from 'node:fs/promises';
import { allDocumentTypes, createDocument, listDocuments, uploadFile } from '@quayside/contract/documents/documents.ts';
import type { z } from 'zod';
import type { TestApp } from './app.ts';
import { makeTenant, sampleSettings, type SignedIn, signedInCustomer, type TestTenant } from './factories/factories.ts';
import type { Owner } from './factories/orders.ts';
import { makeDocumentType } from './factories/papers.ts';
import { bodyOf } from './http-client.ts';
import { sampleFiles } from './sample-files.ts';

/** The fields of a document in the first step. */
export type Fields = Partial<z.input<typeof createDocument.body>['accountDocument']>;

/** A marina that asks its customers for their insurance, and Robin, who hands it in. */
export class DocumentMarina {
  readonly tenant: TestTenant;
  readonly robin: SignedIn;
  readonly owner: Owner;
  /** The document type that is announced by default. */
  insurance: number;
  readonly #app: TestApp;

  private constructor(app: TestApp, tenant: TestTenant, robin: SignedIn, insurance: number) {
    this.#app = app;
    this.tenant = tenant;
    this.robin = robin;
    this.owner = { tenantId: tenant.id, accountId: robin.account.id, siteId: robin.account.siteId };
    this.insurance = insurance;
  }

  static async open(
    app: TestApp,
    settings: Parameters<typeof sampleSettings>[0] = {},
    overrides: Parameters<typeof makeTenant>[1] = {},
  ): Promise<DocumentMarina> {
    const tenant = await makeTenant(app, { settings: sampleSettings(settings), ...overrides });
    const robin = await signedInCustomer(app, tenant);
    return new DocumentMarina(app, tenant, robin, await makeDocumentType(tenant.db, tenant.id));
  }

  /** Does the first step: announces a document whose file is to come. */
  announce(fields: Fields = {}, { client, account } = this.robin) {
    const cover = { documentTypeId: this.insurance, name: 'Cover 2026', expiresOn: '2027-05-16' };
    return client.call(createDocument, {
      params: { guid: account.guid },
      body: { accountDocument: { ...cover, ...fields }, supersedePreviousVersions: true },
    });
  }

  async announced(fields?: Fields): Promise<number> {
    return (await this.announce(fields)).body.accountDocumentId;
  }

  /** Does the second step: sends the file. */
  async send(id: number, content: Buffer = sampleFiles.pdf, name = 'policy.pdf', { client, account } = this.robin) {
    const file = new File([new Uint8Array(content)], name);
    const body = bodyOf(uploadFile, { objectType: 'AccountDocument', objectId: id }, file);
    return client.request('POST', `/harbour/api/portal/account/${account.guid}/file/new`, { body });
  }

  /** Returns every type with its document, as the page shows them. */
  async types() {
    const { client, account } = this.robin;
    const { body } = await client.call(listDocuments, { params: { guid: account.guid }, query: {} });
    return allDocumentTypes(body);
  }

  /** Returns the first type's document, as the page shows it. */
  async shown() {
    return (await this.types())[0];
  }

  /** Returns the number of files in the storage. */
  async stored(): Promise<number> {
    const entries = await readdir(this.#app.fileFolder, { recursive: true, withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).length;
  }

  rowsOf(table: 'files' | 'file_uploads' | 'account_documents') {
    const { db, id } = this.tenant;
    return db.selectFrom(table).select('tenant_id').where('tenant_id', '=', id).execute();
  }
}
