import { useFormat } from '../../../../lib/formats/use-format.ts';
import { LargeAmount } from '../../../../ui/large-amount.tsx';
import { readBasket } from '../../basket.ts';
import { type BilledOrder, PaidItems } from '../checkout.exports.ts';

interface Props {
  orders: readonly BilledOrder[];
  /** The payment's amount once the server has told it, in major units. */
  amount?: number | undefined;
}

/** The amount of the basket and the orders that it pays. The provider's page may name neither of them. */
export function PaymentSummary({ orders, amount }: Props) {
  const format = useFormat();
  const basket = readBasket();
  return (
    <>
      <p>
        <LargeAmount>{format.amount(amount ?? basket?.amount ?? 0)}</LargeAmount>
      </p>
      {basket && <PaidItems orders={orders} basket={basket} />}
    </>
  );
}
