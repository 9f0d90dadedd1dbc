import type { BillingAddress } from '@quayside/contract/cards/cards.ts';
import type { Country } from '@quayside/contract/tenant/tenant.ts';
import { IconMapPin } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from '../../lib/texts/texts.ts';
import { AddressLine } from '../../ui/address-line.tsx';
import { ActionButton } from '../../ui/action-button.tsx';
import { Button } from '../../ui/button.tsx';
import { Row, RowList } from '../../ui/table/row-list.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { addressLine, addressTitle } from './billing-address.ts';
import styles from './choices.module.css';

interface Props {
  addresses: readonly BillingAddress[];
  countries: readonly Country[];
  onMakeDefault: (address: BillingAddress) => Promise<void>;
  onEdit: (address: BillingAddress) => void;
  onDelete: (address: BillingAddress) => void;
  /** A message about the address, below it. */
  notice: (address: BillingAddress) => ReactNode;
}

/** The billing addresses that the provider keeps. */
export function BillingAddressList({ addresses, countries, onMakeDefault, onEdit, onDelete, notice }: Props) {
  const { t } = useTranslation();
  return (
    <RowList>
      {addresses.map((address) => {
        const of = <VisuallyHidden> {addressTitle(address)}</VisuallyHidden>;
        const actions = (
          <>
            {!address.isDefault && (
              <ActionButton variant="default" processing={t('cards.saving')} onAction={() => onMakeDefault(address)}>
                {t('cards.makeDefault')}
                {of}
              </ActionButton>
            )}
            <Button type="button" variant="default" onClick={() => onEdit(address)}>
              {t('cards.edit')}
              {of}
            </Button>
            <Button type="button" variant="default" onClick={() => onDelete(address)}>
              {t('cards.delete')}
              {of}
            </Button>
          </>
        );
        return (
          <Row
            key={address.id}
            icon={<IconMapPin size={24} aria-hidden="true" />}
            title={addressTitle(address)}
            end={actions}
          >
            <span className={styles.quiet}>
              <AddressLine>{addressLine(address, countries)}</AddressLine>
            </span>
            <div>
              {address.isDefault && <StatusBadge tone="settled">{t('cards.currentDefaultAddress')}</StatusBadge>}
            </div>
            {notice(address)}
          </Row>
        );
      })}
    </RowList>
  );
}
