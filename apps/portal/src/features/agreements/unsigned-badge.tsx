import { useTranslation } from 'react-i18next';
import { CountBadge } from '../../ui/count-badge.tsx';
import { useUnsignedCount } from './use-agreements.ts';

/** The number of agreements that wait for a signature. */
export function UnsignedBadge() {
  const { t } = useTranslation();
  const count = useUnsignedCount();
  return <CountBadge count={count} words={t('agreements.unsignedCount', { count })} />;
}
