/** The end of a redirect chain in a browser: a page, or an address on another site. */
export interface Visit {
  readonly url: URL;
  /** 0 if the browser was sent to another site. */
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** A browser for one site. It keeps cookies and sends forms. */
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
