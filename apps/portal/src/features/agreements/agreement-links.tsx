import { type AgreementSummary, isOutstanding } from '@quayside/contract/agreements/agreements.ts';
import { Link, useLocation } from '@tanstack/react-router';
import { useTranslation } from '../../lib/texts/texts.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { wholeRow } from '../../ui/table/row-actions.tsx';
import styles from './agreements.module.css';

/** The page that the reader is on and returns to after signing. */
export type From = 'agreements' | 'dashboard';

/** Returns the way back, for the address of the signing page (decisions C2.36, C2.48). */
function useWayBack(from: From) {
  const { t } = useTranslation();
  const { searchStr } = useLocation();
  if (from === 'agreements')
    return { referrer: `/secure/agreements${searchStr}`, referrerText: t('agreements.backToAgreements') };
  return { referrer: '/secure/dashboard', referrerText: t('agreements.backToDashboard'), hideCloseButton: true };
}

interface Props {
  agreement: AgreementSummary;
  from: From;
}

interface LinkProps extends Props {
  /** True in a list whose rows open as a whole. */
  opensRow?: boolean;
}

/** An agreement's type as a link to the agreement. */
export function AgreementLink({ agreement, from, opensRow = false }: LinkProps) {
  const search = useWayBack(from);
  const params = { agreementGuid: agreement.guid };
  const look = {
    className: opensRow ? `${styles.name} ${wholeRow}` : styles.name,
    'data-opens-row': opensRow || undefined,
  };
  if (agreement.isSigned) {
    return (
      <Link to="/secure/agreements/signed/$agreementGuid" params={params} {...look}>
        {agreement.type}
      </Link>
    );
  }
  return (
    <Link to="/secure/agreements/unsigned/$agreementGuid" params={params} search={search} {...look}>
      {agreement.type}
    </Link>
  );
}

interface ActionProps extends Props {
  /** True if the words name the agreement, where nothing beside the button does. */
  isNamed?: boolean;
  /** Called when the reader follows the link. */
  onFollow?: () => void;
}

/** The button to sign or to view. */
export function AgreementAction({ agreement, from, isNamed = false, onFollow }: ActionProps) {
  const { t } = useTranslation();
  const search = useWayBack(from);
  const params = { agreementGuid: agreement.guid };
  const words = { agreement: agreement.type };
  if (agreement.isSigned) {
    return (
      <LinkButton
        to="/secure/agreements/signed/$agreementGuid"
        params={params}
        variant="default"
        aria-label={t('agreements.viewOf', words)}
      >
        {t('agreements.view')}
      </LinkButton>
    );
  }
  const isToSign = isOutstanding(agreement);
  const named = t(isToSign ? 'agreements.signOf' : 'agreements.viewOf', words);
  return (
    <LinkButton
      to="/secure/agreements/unsigned/$agreementGuid"
      params={params}
      search={search}
      variant={isToSign ? 'filled' : 'default'}
      aria-label={named}
      onClick={onFollow}
    >
      {isNamed ? named : t(isToSign ? 'agreements.sign' : 'agreements.view')}
    </LinkButton>
  );
}
