import { listContactMessages } from '@quayside/contract/contact.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSite } from '../../lib/site.ts';
import { useTenant } from '../../lib/tenant.ts';
import { Card } from '../../ui/card.tsx';
import { ContactForm } from './contact-form.tsx';
import { ContactMessages } from './contact-messages.tsx';
import { ContactSent } from './contact-sent.tsx';
import styles from './contact.module.css';
import { OfficeDetails } from './office-details.tsx';

/**
 * The form, the messages that were sent with it, and the office's other contacts. Without an e-mail address of the
 * office there is no form (decision C2.69).
 */
export function Contact() {
  const { t } = useTranslation();
  const { contact } = useTenant();
  const site = useSite();
  const [sent, setSent] = useState(false);
  const queries = useQueryClient();
  const onSent = () => {
    setSent(true);
    void queries.invalidateQueries({ queryKey: [listContactMessages.name] });
  };
  const readsMail = Boolean(site?.email || contact.email);
  return (
    <div className={styles.columns}>
      <div className={styles.written}>
        {readsMail && (
          <Card title={sent ? undefined : t('contactUs.formTitle')}>
            {sent ? <ContactSent onAnother={() => setSent(false)} /> : <ContactForm onSent={onSent} />}
          </Card>
        )}
        <ContactMessages />
      </div>
      <div data-waits>
        <OfficeDetails />
      </div>
    </div>
  );
}
