import { sealAgreement } from '../features/agreements/seal-agreement.service.ts';
import { sweepKeys } from '../features/agreements/agreement-keys.queries.ts';
import { sweepOrderKeys } from '../features/quick-pay/order-keys.queries.ts';
import { type MailServices, sendMail } from '../features/mail/send-mail.ts';
import { sweepUploads } from '../features/documents/sweep-uploads.ts';
import { sweepSignIns } from './sweep-sign-ins.ts';
import { loadInvoice, storeInvoice } from '../features/invoices/invoices.service.ts';
import { issueInvoices } from '../features/invoices/issue-invoices.service.ts';
import { sweepConfirmations } from '../features/login-address/login-address.queries.ts';
import { sweepResets } from '../features/passwords/passwords.queries.ts';
import { handleEvent, sweepEvents } from '../features/payments/provider-events.service.ts';
import { reconcilePayments } from '../features/payments/reconcile.service.ts';
import { sweepSignOns } from '../features/sign-on/sign-on.queries.ts';
import type { FileStorage } from '../providers/files/file-storage.ts';
import type { RecurringTask, Tasks } from '../jobs/tasks.ts';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** The things that tasks need beside their context. */
export interface TaskServices extends MailServices {
  /** The longest time that a charge may stay invisible at a provider, in milliseconds. */
  visibilityMs: number;
}

/** Returns every task of the queue. */
export function buildTasks(services: TaskServices): Tasks {
  return {
    'send-mail': (ctx, payload) => sendMail(ctx, payload, services),
    'look-at-payment': async (ctx, { providerEventId }) => {
      // The queue tries again later, on any copy that is free.
      if (!ctx.clock.isTrusted) throw new Error('this machine’s clock is wrong');
      await handleEvent({ ...ctx, visibilityMs: services.visibilityMs }, providerEventId);
    },
    'seal-agreement': async (ctx, { agreementId }) => void (await sealAgreement({ ...ctx, ...services }, agreementId)),
    'store-invoice': async (ctx, { orderId }) => {
      const whole = await loadInvoice(ctx.db, ctx.tenant.id, orderId);
      await storeInvoice({ ...ctx, ...services }, whole);
    },
  };
}

/**
 * Returns the recurring tasks.
 * @param visibilityMs the longest time that a charge may stay invisible at a provider
 */
export function buildRecurring(visibilityMs: number, files: FileStorage): RecurringTask[] {
  return [
    {
      name: 'reconcile-payments',
      by: 'settling',
      everyMs: 5 * second,
      run: (ctx) => reconcilePayments({ ...ctx, visibilityMs }),
    },
    { name: 'issue-invoices', by: 'one-copy', everyMs: minute, run: async (ctx) => void (await issueInvoices(ctx)) },
    {
      name: 'sweep-sessions',
      by: 'one-copy',
      everyMs: hour,
      run: ({ db, tenant, clock }) => sweepSignIns(db, tenant.id, clock.now()),
    },
    {
      name: 'sweep-password-resets',
      by: 'one-copy',
      everyMs: hour,
      run: ({ db, tenant, clock }) => sweepResets(db, tenant.id, clock.now()),
    },
    {
      name: 'sweep-sign-ons',
      by: 'one-copy',
      everyMs: hour,
      run: ({ db, tenant, clock }) => sweepSignOns(db, tenant.id, clock.now()),
    },
    {
      name: 'sweep-address-confirmations',
      by: 'one-copy',
      everyMs: hour,
      run: ({ db, tenant, clock }) => sweepConfirmations(db, tenant.id, clock.now()),
    },
    { name: 'sweep-provider-events', by: 'one-copy', everyMs: hour, run: sweepEvents },
    { name: 'sweep-uploads', by: 'one-copy', everyMs: hour, run: (ctx) => sweepUploads(ctx, files) },
    {
      name: 'sweep-agreement-keys',
      by: 'one-copy',
      everyMs: hour,
      run: ({ db, tenant, clock }) => sweepKeys(db, tenant.id, clock.now()),
    },
    {
      name: 'sweep-order-keys',
      by: 'one-copy',
      everyMs: hour,
      run: ({ db, tenant, clock }) => sweepOrderKeys(db, tenant.id, clock.now()),
    },
  ];
}
