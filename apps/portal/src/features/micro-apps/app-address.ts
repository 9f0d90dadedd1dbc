/**
 * The `app` parameter of a micro-app page's address. The marina's list tells the location of the app (decision S7).
 */
export interface AppAddress {
  id: string;
  /** Default: the app's first part. */
  partId?: string;
  /** Parameters for the app, added to its frame's address. */
  params: Readonly<Record<string, string>>;
}

const longest = 200;
const most = 20;

/**
 * Reads the JSON in the address. Undefined if it names no app. Anybody can forge it, so all other fields are
 * ignored.
 */
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

export interface FrameParams {
  tenantKey: string;
  parentUrl: string;
  language: string;
  /** The customer's site. */
  siteId: number | undefined;
}

/**
 * Returns the address of a part's frame with the parameters of the page's address and the portal's own, which win.
 */
export function frameUrl(partUrl: string, params: AppAddress['params'], facts: FrameParams): string {
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
