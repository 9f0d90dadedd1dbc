import { useLocation, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { OpenView } from '../../features/staff-views/open-view.tsx';
import { useTenant } from '../../lib/tenant.ts';
import { useTranslation } from '../../lib/texts/texts.ts';
import { EndedLink } from '../../ui/message/ended-link.tsx';
import { PageHeading } from '../../ui/page/page-heading.tsx';

/** The page of the link that an operator makes for staff to view a customer's portal. */
export function StaffViewPage() {
  const { t } = useTranslation();
  const { name } = useTenant();
  const navigate = useNavigate();
  const token = useLocation({ select: ({ state }) => state.staffToken }) ?? '';
  const [isInvalid, setIsInvalid] = useState(token === '');
  if (isInvalid)
    return (
      <>
        <PageHeading title={t('staffView.title')} />
        <EndedLink>{t('staffView.invalidTokenHelp')}</EndedLink>
      </>
    );

  return (
    <>
      <PageHeading title={t('staffView.title')}>{t('staffView.intro', { name })}</PageHeading>
      <OpenView
        token={token}
        onOpen={() => navigate({ to: '/secure/dashboard', replace: true })}
        onInvalid={() => setIsInvalid(true)}
      />
    </>
  );
}
