import { createHash } from 'node:crypto';
import { serialize } from 'node:v8';
import type { Context } from '../../http/context.ts';
import { type Limit, limitRate } from '../../http/rate-limit.ts';
import type { PaperOrder } from './paper-order.rules.ts';
import { PaperPress } from './paper-press.service.ts';

/** Limits the papers that are set. Kept ones do not count. */
const papersOfAccount: Limit = { name: 'papers', max: 60, windowMs: 10 * 60_000 };

/** The total size of kept papers, in bytes. People who open a paper, or mail it, often do so twice. */
const keptBytes = 16 * 1024 * 1024;
/** The same order gives the same bytes, so another copy would set exactly what is kept here. */
const kept = new Map<string, Buffer>();
let sizeOfKept = 0;
/** Papers that are being drawn, by their key. Further requests for one get the same result. */
const underWay = new Map<string, Promise<Buffer>>();

const press = new PaperPress();

/**
 * Makes a paper as a PDF, in a process of its own, so that the server goes on answering. It is set once as long as
 * nothing in it changes.
 * @param allow is called before it is set, such as `papersFor`; not for a paper that is kept
 * @throws everything that `allow` throws
 */
export async function makePaper(order: PaperOrder, allow: () => Promise<void> = async () => {}): Promise<Buffer> {
  const key = createHash('sha256').update(serialize(order)).digest('base64');
  const ready = kept.get(key) ?? underWay.get(key);
  if (ready) return ready;
  const drawing = allow()
    .then(() => press.press(order))
    .finally(() => underWay.delete(key));
  underWay.set(key, drawing);
  const pdf = await drawing;
  keep(key, pdf);
  return pdf;
}

/** Limits the papers that are drawn for an account. @throws CallError TOO_MANY_REQUESTS */
export const papersFor =
  ({ db, tenant, clock }: Pick<Context, 'db' | 'tenant' | 'clock'>, accountId: number) =>
  (): Promise<void> =>
    limitRate(db, tenant.id, { limit: papersOfAccount, who: String(accountId) }, clock.now());

function keep(key: string, pdf: Buffer): void {
  if (pdf.length > keptBytes / 4) return;
  kept.set(key, pdf);
  sizeOfKept += pdf.length;
  for (const [oldest, { length }] of kept) {
    if (sizeOfKept <= keptBytes) return;
    kept.delete(oldest);
    sizeOfKept -= length;
  }
}
