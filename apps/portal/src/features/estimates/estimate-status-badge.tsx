import type { EstimateStatus } from '@quayside/contract/orders/estimates.ts';
import { useTranslation } from '../../lib/texts/texts.ts';
import { StatusBadge, type StatusTone } from '../../ui/status-badge.tsx';

const tones: Record<EstimateStatus, StatusTone> = { Active: 'due', Converted: 'settled', Expired: 'overdue' };

export function EstimateStatusBadge({ status }: { status: EstimateStatus }) {
  const { t } = useTranslation();
  return <StatusBadge tone={tones[status]}>{t(`estimates.status.${status}`)}</StatusBadge>;
}
