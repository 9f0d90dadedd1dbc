import { emailInvoice, getInvoice } from '@quayside/contract/orders/invoices.ts';
import type { Order } from '@quayside/contract/orders/orders.ts';
import { IconFileTypePdf } from '@tabler/icons-react';
import { api, callUrl } from '../../lib/calls/api.ts';
import { useTranslation } from '../../lib/texts/texts.ts';
import { useEmailPaper } from '../../ui/email-paper/use-email-paper.ts';
import { useSession } from '../../lib/session/session.ts';
import { useAccount } from '../../lib/account/account.ts';
import { Alert } from '../../ui/message/alert.tsx';
import { AnchorButton } from '../../ui/button.tsx';
import { EmailPaperButton } from '../../ui/email-paper/email-paper-button.tsx';
import styles from './order-view.module.css';

/**
 * Buttons to view, print and e-mail an order's invoice. Before it is issued, they use the order's own paper
 * (decision P2.45).
 */
export function InvoiceButtons({ order: { guid: orderGuid } }: { order: Pick<Order, 'guid'> }) {
  const { t } = useTranslation();
  const { accountGuid, isAccountUser } = useSession();
  const account = useAccount();
  const mail = (address: { email?: string }) =>
    api(emailInvoice, { params: { guid: orderGuid }, body: { accountGuid, orderGuid, ...address } });
  const email = useEmailPaper('invoice', account, {
    toAccount: () => mail({}),
    to: (address) => mail({ email: address }),
  });
  return (
    <>
      <AnchorButton
        href={callUrl(getInvoice, { params: { orderGuid, accountGuid } })}
        target="_blank"
        rel="noopener"
        icon={<IconFileTypePdf size={20} aria-hidden="true" />}
      >
        {t('orders.downloadInvoice')}
      </AnchorButton>
      <EmailPaperButton paper="invoice" email={email} disabled={!isAccountUser}>
        {t('orders.emailInvoice')}
      </EmailPaperButton>
      {email.sentTo !== null && (
        <div className={styles.whole}>
          <Alert kind="success">{t('orders.invoiceEmailed', { email: email.sentTo })}</Alert>
        </div>
      )}
    </>
  );
}
