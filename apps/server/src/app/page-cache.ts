import { entityTag } from '../http/caching.ts';
import { compress } from '../http/content-encoding.ts';
import type { Encoding } from '../lib/negotiation.ts';
import type { Tenant } from '../http/context.ts';
import { styleHashes } from '../http/page-headers.ts';
import { drawnPageHashes, scriptsPlace } from './start-scripts.ts';

const mostPerTenant = 100;

/** A rendered document, compressed once for each requested encoding. */
export class RenderedPage {
  /** The hashes that its policy has to allow. */
  readonly styles: readonly string[];
  /** The hashes of its own scripts, for the same policy. */
  readonly scripts: readonly string[];
  readonly #tag: string;
  readonly #plain: Buffer;
  /** The place of one reader's own data, in bytes: before the scripts that read it. */
  readonly #ownPlace: number;
  readonly #encoded = new Map<Encoding, Promise<Buffer>>();

  constructor(html: string) {
    this.styles = styleHashes(html);
    this.#plain = Buffer.from(html);
    const scripts = this.#plain.indexOf(scriptsPlace);
    this.scripts = scripts < 0 ? [] : drawnPageHashes;
    this.#ownPlace = scripts < 0 ? this.#plain.indexOf('</body>') : scripts;
    this.#tag = entityTag(this.#plain).slice(0, -1);
  }

  /** Returns the tag of an encoding. Each has its own, because the bytes differ. */
  tag(encoding: Encoding): string {
    return `${this.#tag}-${encoding}"`;
  }

  /** Returns the document for one reader, with more at its end. It is kept nowhere. */
  contentWith(more: string, encoding: Encoding): Promise<Buffer> {
    const parts = [this.#plain.subarray(0, this.#ownPlace), Buffer.from(more), this.#plain.subarray(this.#ownPlace)];
    return compress(Buffer.concat(parts), encoding);
  }

  content(encoding: Encoding): Promise<Buffer> {
    let content = this.#encoded.get(encoding);
    if (!content) {
      content = compress(this.#plain, encoding);
      this.#encoded.set(encoding, content);
    }
    return content;
  }
}

/**
 * Documents by the facts that they were made from. They end with their tenant object: TenantFinder makes a new one
 * when the tenant has changed.
 */
export class PageCache {
  readonly #pages = new WeakMap<Tenant, Map<string, RenderedPage>>();

  keptOrMade(tenant: Tenant, key: string, make: () => string): RenderedPage {
    const pages = this.#pagesOf(tenant);
    let page = pages.get(key);
    if (!page) {
      page = new RenderedPage(make());
      this.keep(tenant, key, page);
    }
    return page;
  }

  kept(tenant: Tenant, key: string): RenderedPage | undefined {
    return this.#pagesOf(tenant).get(key);
  }

  keep(tenant: Tenant, key: string, page: RenderedPage): void {
    const pages = this.#pagesOf(tenant);
    // The key holds the Host header, which anybody can make up.
    if (pages.size >= mostPerTenant) pages.clear();
    pages.set(key, page);
  }

  #pagesOf(tenant: Tenant): Map<string, RenderedPage> {
    let pages = this.#pages.get(tenant);
    if (!pages) {
      pages = new Map();
      this.#pages.set(tenant, pages);
    }
    return pages;
  }
}
