import { entityTag } from './caching.ts';
import { compress, type Encoding } from './content-encoding.ts';
import type { Tenant } from './context.ts';
import { styleHashes } from './page-headers.ts';

const mostPerTenant = 100;

/** A rendered document, compressed once for each encoding that is asked for. */
export class RenderedPage {
  /** What its policy has to let in. */
  readonly styles: readonly string[];
  readonly #tag: string;
  readonly #plain: Buffer;
  /** Where its head ends. */
  readonly #headEnd: number;
  readonly #encoded = new Map<Encoding, Promise<Buffer>>();

  constructor(html: string) {
    this.styles = styleHashes(html);
    this.#plain = Buffer.from(html);
    this.#headEnd = this.#plain.indexOf('</head>');
    this.#tag = entityTag(this.#plain).slice(0, -1);
  }

  /** Another one for each encoding, as their bytes differ. */
  tag(encoding: Encoding): string {
    return `${this.#tag}-${encoding}"`;
  }

  /** For one reader alone, with more in its head; kept nowhere. */
  contentWith(more: string, encoding: Encoding): Promise<Buffer> {
    const parts = [this.#plain.subarray(0, this.#headEnd), Buffer.from(more), this.#plain.subarray(this.#headEnd)];
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

/** Documents by what they were made from. A tenant's go with the tenant, which TenantFinder reads anew all the time. */
export class PageCache {
  readonly #pages = new WeakMap<Tenant, Map<string, RenderedPage>>();

  keptOrMade(tenant: Tenant, key: string, make: () => string): RenderedPage {
    let pages = this.#pages.get(tenant);
    if (!pages) {
      pages = new Map();
      this.#pages.set(tenant, pages);
    }
    let page = pages.get(key);
    if (!page) {
      page = new RenderedPage(make());
      // The key holds the Host header, which anybody can make up.
      if (pages.size >= mostPerTenant) pages.clear();
      pages.set(key, page);
    }
    return page;
  }
}
