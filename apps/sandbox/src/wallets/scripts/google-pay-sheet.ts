import { follow, hear, main, offerCards, post, setPayEnabled, showTotal, tell } from './sheet-frame.ts';

interface SheetRequest {
  merchantInfo: { merchantName?: string };
  allowedPaymentMethods: { parameters: { allowedAuthMethods: string[]; allowedCardNetworks: string[] } }[];
  transactionInfo: { totalPrice: string; currencyCode: string };
}

let request: SheetRequest | undefined;

hear((message) => {
  if (message.type === 'cancel') tell({ type: 'cancelled' });
  if (message.type !== 'begin') return;
  request = message.request as SheetRequest;
  const { merchantInfo, transactionInfo, allowedPaymentMethods } = request;
  showTotal(merchantInfo.merchantName ?? '', transactionInfo.totalPrice, transactionInfo.currencyCode);
  const taken = allowedPaymentMethods[0]?.parameters;
  offerCards(
    ({ network, method }) =>
      taken !== undefined && taken.allowedCardNetworks.includes(network) && taken.allowedAuthMethods.includes(method),
  );
  setPayEnabled(true);
});

follow({
  onPay: (cardId) => {
    post('/google-pay/payment-data', { request, cardId }).then(
      (payment) => tell({ type: 'agreed', payment }),
      (error: unknown) => tell({ type: 'failed', message: String(error) }),
    );
  },
  onCancel: () => tell({ type: 'cancelled' }),
});

tell({ type: 'ready', gateway: main().dataset['gateway'] ?? '' });
