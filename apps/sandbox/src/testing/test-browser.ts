/** What a browser makes of a redirect chain: cookies kept, forms sent, until it stands on a page or leaves for another site. */
export interface Visit {
  readonly url: URL;
  /** 0 where the browser was sent away to another site. */
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** A browser that knows one site. */
export class TestBrowser {
  readonly #origin: string;
  readonly #cookies = new Map<string, string>();

  constructor(origin: string) {
    this.#origin = origin;
  }

  open(address: string | URL): Promise<Visit> {
    return this.#go(new URL(address, this.#origin), {});
  }

  send(address: string | URL, fields: Record<string, string>): Promise<Visit> {
    return this.#go(new URL(address, this.#origin), { method: 'POST', body: new URLSearchParams(fields) });
  }

  async #go(url: URL, init: RequestInit): Promise<Visit> {
    if (url.origin !== this.#origin) return { url, status: 0, headers: new Headers(), text: '' };
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, { ...init, redirect: 'manual', headers: { cookie, accept: 'text/html' } });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    }
    const location = response.headers.get('location');
    if (location !== null) {
      await response.body?.cancel();
      return this.#go(new URL(location, url), {});
    }
    return { url, status: response.status, headers: response.headers, text: await response.text() };
  }
}
