import {
  follow,
  framingHost,
  hear,
  setPayEnabled,
  main,
  offerCards,
  post,
  showOutcome,
  showTotal,
  tell,
} from './sheet-frame.ts';

interface SheetRequest {
  supportedNetworks: string[];
  currencyCode: string;
  total: { label: string; amount: string };
}

/** The time for which the sheet shows the payment's outcome before it closes. */
const outcomeShownMs = 800;

let request: SheetRequest | undefined;
let session: unknown;

hear((message) => {
  switch (message.type) {
    case 'begin': {
      request = message.request as SheetRequest;
      showTotal(request.total.label, request.total.amount, request.currencyCode);
      const networks = request.supportedNetworks.map((network) => network.toUpperCase());
      return offerCards(({ network }) => networks.includes(network));
    }
    case 'session':
      session = message.session;
      post('/apple-pay/validation', { session, host: framingHost }).then(
        () => setPayEnabled(true),
        () => tell({ type: 'cancelled' }),
      );
      return undefined;
    case 'outcome': {
      const { paid = '', notPaid = '' } = main().dataset;
      showOutcome(message.isPaid ? paid : notPaid);
      setTimeout(() => tell({ type: 'closed' }), outcomeShownMs);
      return undefined;
    }
    case 'cancel':
      return tell({ type: 'cancelled' });
  }
});

follow({
  onPay: (cardId) => {
    post('/apple-pay/payment', { request, session, cardId }).then(
      (payment) => tell({ type: 'agreed', payment }),
      () => tell({ type: 'cancelled' }),
    );
  },
  onCancel: () => tell({ type: 'cancelled' }),
});

tell({ type: 'ready', gateway: main().dataset['gateway'] ?? '' });
