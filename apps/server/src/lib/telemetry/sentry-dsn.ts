/** The parts of a DSN, `https://key@host/path/project`. */
export interface Dsn {
  /** The address for envelopes. */
  url: string;
  publicKey: string;
}

/** Reads a DSN. @returns undefined if the text is none */
export function readDsn(text: string): Dsn | undefined {
  if (!URL.canParse(text)) return undefined;
  const { protocol, host, pathname, username } = new URL(text);
  const [, prefix = '', project] = /^(\/.*)?\/(\d+)\/?$/.exec(pathname) ?? [];
  if (!/^https?:$/.test(protocol) || username === '' || project === undefined) return undefined;
  return { url: `${protocol}//${host}${prefix}/api/${project}/envelope/`, publicKey: username };
}
