import { entityTag } from '../http/answers/caching.ts';
import { compress } from '../http/answers/content-encoding.ts';
import type { Encoding } from '../lib/texts/negotiation.ts';
import type { Tenant } from '../http/context.ts';
import { styleHashes } from '../http/answers/page-headers.ts';
import { drawnPageHashes, scriptsPlace } from './start-scripts.ts';

/** The documents of a tenant that are kept at most, apart from each other. */
const most = {
  /** Those that the tenant's own addresses have. */
  own: 100,
  /** Those whose address has a part that anybody can make up, such as a port. */
  madeUp: 20,
};

/** The facts that a document was made from. */
export interface PageKey {
  facts: string;
  kind: keyof typeof most;
}

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

type Kept = Record<PageKey['kind'], Map<string, RenderedPage>>;

/**
 * Documents by the facts that they were made from. They end with their tenant object: TenantFinder makes a new one
 * when the tenant has changed. Those that were not read for the longest time go first.
 */
export class PageCache {
  readonly #pages = new WeakMap<Tenant, Kept>();

  keptOrMade(tenant: Tenant, key: PageKey, make: () => string): RenderedPage {
    return this.kept(tenant, key) ?? this.keep(tenant, key, new RenderedPage(make()));
  }

  kept(tenant: Tenant, key: PageKey): RenderedPage | undefined {
    const page = this.#pagesOf(tenant)[key.kind].get(key.facts);
    return page && this.keep(tenant, key, page);
  }

  /** Keeps a page as the one that was read last. */
  keep(tenant: Tenant, { facts, kind }: PageKey, page: RenderedPage): RenderedPage {
    const pages = this.#pagesOf(tenant)[kind];
    pages.delete(facts);
    const [oldest] = pages.keys();
    if (oldest !== undefined && pages.size >= most[kind]) pages.delete(oldest);
    pages.set(facts, page);
    return page;
  }

  #pagesOf(tenant: Tenant): Kept {
    let pages = this.#pages.get(tenant);
    if (!pages) {
      pages = { own: new Map(), madeUp: new Map() };
      this.#pages.set(tenant, pages);
    }
    return pages;
  }
}
