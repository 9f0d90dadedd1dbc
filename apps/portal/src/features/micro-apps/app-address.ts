/** What the `app` of a micro-app page's address says. Where the app is, its list says (decision S7). */
export interface AppAddress {
  id: string;
  /** Without one, the app's first. */
  partId?: string;
  /** For the app, as parameters of its frame's address. */
  params: Readonly<Record<string, string>>;
}

const longest = 200;
const most = 20;

/** Reads the JSON in the address; undefined where it names no app. Anybody can write it, so nothing else of it counts. */
export function readAppAddress(text: string | undefined): AppAddress | undefined {
  const value = parse(text ?? '');
  if (!isFields(value) || typeof value.id !== 'string') return undefined;
  const { id, partId } = value;
  const params = isFields(value.params) ? Object.entries(value.params).filter(isParam).slice(0, most) : [];
  return {
    id,
    ...(typeof partId === 'string' ? { partId } : {}),
    params: Object.fromEntries(params.map(([name, param]) => [name, String(param).slice(0, longest)])),
  };
}

export const writeAppAddress = (address: Pick<AppAddress, 'id' | 'partId'>): string => JSON.stringify(address);

export interface FrameFacts {
  tenantKey: string;
  parentUrl: string;
  language: string;
  /** Of the customer's site. */
  siteId: number | undefined;
}

/** Where a part's frame leads: what the address asks for, and what the portal says, which wins. */
export function frameUrl(partUrl: string, params: AppAddress['params'], facts: FrameFacts): string {
  const url = new URL(partUrl);
  for (const [name, value] of Object.entries({ ...params, ...facts })) {
    if (value !== undefined) url.searchParams.set(name, String(value));
  }
  return url.href;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isFields = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isParam = ([, value]: [string, unknown]) => ['string', 'number', 'boolean'].includes(typeof value);
