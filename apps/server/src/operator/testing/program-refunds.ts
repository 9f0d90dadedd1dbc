import { createRefund, getRefund, listRefunds } from '@quayside/contract/integration/payments/refunds.ts';
import { committedEvents } from '../../testing/events.ts';
import { programOf, programWith, makeIntegrationKey } from '../../testing/factories/integration.ts';
import type { Customer } from '../../testing/payments/checkout-fixture.ts';
import type { Way } from './refunding-providers.ts';
import type { startRefunds } from './refunds.ts';

interface Asked {
  reference: string;
  amount?: number | null;
  reason?: string;
}

/** Refunds by the integration API, in the marina of `startRefunds`. */
export async function startProgramRefunds({ fixture, paymentOf }: Awaited<ReturnType<typeof startRefunds>>) {
  const program = await programOf(fixture.app, fixture.tenant);
  const numberOf = (id: number) => `P${String(id).padStart(6, '0')}`;

  /** Pays, and returns the ways to refund that payment. */
  async function paid(way: Way, customer?: Customer) {
    const payer = customer ?? (await fixture.customer({}));
    const merchantReference = await way.pay(payer);
    const { id } = await paymentOf(merchantReference);
    const number = numberOf(id);
    const reference = (name: string) => `RF-${id}-${name}`;
    return {
      id,
      number,
      customer: payer,
      merchantReference,
      reference,
      ask: (body: Asked, client = program) => client.call(createRefund, { params: { number }, body }),
      read: (name: string) => program.call(getRefund, { params: { number, reference: reference(name) } }),
      list: async () => (await program.call(listRefunds, { params: { number }, query: {} })).body.items,
      /** Returns the events of the payment and of its refunds, in their order. */
      events: async () =>
        (await committedEvents(fixture.tenant)).filter(
          ({ reference: named }) => named === number || named?.startsWith(reference('')),
        ),
    };
  }

  /** Returns a program at another copy of the server. */
  const at = async (server: { url: string }) =>
    programWith(server, (await makeIntegrationKey(fixture.app, fixture.tenant)).text);

  return { program, paid, at, numberOf };
}
