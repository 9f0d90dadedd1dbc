import { useLocation, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { OpenView } from '../../features/staff-views/open-view.tsx';
import { useTenant } from '../../lib/tenant.ts';
import { useTranslation } from '../../lib/texts/texts.ts';
import { Alert } from '../../ui/message/alert.tsx';
import { PageHeading } from '../../ui/page/page-heading.tsx';

/** The page of the link that an operator makes for staff to view a customer's portal. */
export function StaffViewPage() {
  const { t } = useTranslation();
  const { name } = useTenant();
  const navigate = useNavigate();
  const token = useLocation({ select: ({ state }) => state.staffToken }) ?? '';
  const [isInvalid, setIsInvalid] = useState(token === '');
  return (
    <>
      <PageHeading title={t('staffView.title')}>{t('staffView.intro', { name })}</PageHeading>
      {isInvalid ? (
        <Alert kind="error" title={t('staffView.invalidToken')}>
          {t('staffView.invalidTokenHelp')}
        </Alert>
      ) : (
        <OpenView
          token={token}
          onOpen={() => navigate({ to: '/secure/dashboard', replace: true })}
          onInvalid={() => setIsInvalid(true)}
        />
      )}
    </>
  );
}
