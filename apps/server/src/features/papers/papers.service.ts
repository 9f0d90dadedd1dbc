import { createHash } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { serialize } from 'node:v8';
import type { Context, Tenant } from '../../http/context.ts';
import { type Limit, limitRate } from '../../http/limits/rate-limit.ts';
import { minute } from '../../lib/time/durations.ts';
import { type OwnPapers, ownPapersOf } from './own-papers.rules.ts';
import type { PaperOrder } from './paper-order.types.ts';
import { TypesetterProcess } from './typesetter-process.service.ts';

/** Limits the papers that are set. Kept ones do not count. */
const papersOfAccount: Limit = { name: 'papers', max: 60, windowMs: 10 * minute };

/** The total size of kept papers, in bytes. People who open a paper, or mail it, often do so twice. */
const keptBytes = 16 * 1024 * 1024;
/** Kept papers by their key. An order always gives the same bytes, so another copy of the server would set the same. */
const papers = new Map<string, Buffer>();
let sizeOfKept = 0;
/** Papers that are being drawn, by their key. Further requests for one get the same result. */
const underWay = new Map<string, Promise<Buffer>>();

const typesetter = new TypesetterProcess();
/** Sets papers with the marinas' own templates, so that one that hangs holds up no paper of other marinas. */
const ownTypesetter = new TypesetterProcess({ longestMs: 20_000 });

/** A paper that a marina's own template could not set. */
export interface OwnPaperFault {
  /** The marina's key. */
  tenant: string;
  /** Such as `receipt`. */
  paper: PaperOrder['kind'];
  /** Names the file and the line. */
  reason: string;
}
const faults = new EventEmitter<{ fault: [OwnPaperFault] }>();

/** Calls a function whenever a marina's own template fails. The paper is then set with ours. */
export function watchOwnPapers(listener: (fault: OwnPaperFault) => void): void {
  faults.on('fault', listener);
}

/**
 * Makes a paper as a PDF, in a process of its own, so that the server goes on answering. It is set once as long as
 * nothing in it changes.
 * @param tenant the marina whose own templates set it. If they fail, ours set it. Null: ours
 * @param allow is called before it is set, such as `papersFor`; not for a paper that is kept
 * @throws everything that `allow` throws
 */
export async function makePaper(
  tenant: Pick<Tenant, 'key' | 'settings'> | null,
  order: PaperOrder,
  allow: () => Promise<void> = async () => {},
): Promise<Buffer> {
  const own = tenant && ownPapersOf(tenant.settings);
  const key = createHash('sha256')
    .update(serialize(order))
    .update(own?.key ?? '')
    .digest('base64');
  const ready = papers.get(key) ?? underWay.get(key);
  if (ready) return ready;
  const drawing = allow()
    .then(() => (tenant && own ? setWithOwn(tenant.key, order, own) : typesetter.set(order)))
    .finally(() => underWay.delete(key));
  underWay.set(key, drawing);
  const pdf = await drawing;
  keep(key, pdf);
  return pdf;
}

async function setWithOwn(tenant: string, order: PaperOrder, own: OwnPapers): Promise<Buffer> {
  try {
    return await tryOwnPapers(order, own);
  } catch (error) {
    const pdf = await typesetter.set(order);
    const reason = error instanceof Error ? error.message : String(error);
    faults.emit('fault', { tenant, paper: order.kind, reason });
    return pdf;
  }
}

/** Makes a paper with a marina's own templates. @throws Error whose message names the file and the line */
export const tryOwnPapers = (order: PaperOrder, own: OwnPapers | null): Promise<Buffer> =>
  ownTypesetter.set(order, own);

/** Limits the papers that are drawn for an account. @throws CallError TOO_MANY_REQUESTS */
export const papersFor =
  ({ db, tenant, clock }: Pick<Context, 'db' | 'tenant' | 'clock'>, accountId: number) =>
  (): Promise<void> =>
    limitRate(db, tenant.id, { limit: papersOfAccount, who: String(accountId) }, clock.now());

function keep(key: string, pdf: Buffer): void {
  if (pdf.length > keptBytes / 4) return;
  papers.set(key, pdf);
  sizeOfKept += pdf.length;
  for (const [oldest, { length }] of papers) {
    if (sizeOfKept <= keptBytes) return;
    papers.delete(oldest);
    sizeOfKept -= length;
  }
}
