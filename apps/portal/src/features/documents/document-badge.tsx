import { type DocumentType, documentStatus } from '@quayside/contract/documents.ts';
import { useTranslation } from 'react-i18next';
import { StatusBadge, type StatusTone } from '../../ui/status-badge.tsx';

const tones = { waiting: 'waiting', active: 'settled', expired: 'overdue' } as const satisfies Record<
  string,
  StatusTone
>;

/** The status of a document, in the words of its page. Also tells that it expires soon. */
export function DocumentBadge({ type }: { type: DocumentType }) {
  const { t } = useTranslation();
  const status = documentStatus(type);
  if (status === 'active' && type.expiresSoon)
    return <StatusBadge tone="waiting">{t('documents.status.soon')}</StatusBadge>;
  const words = {
    waiting: t('documents.status.waiting'),
    active: t('documents.status.active'),
    expired: t('documents.status.expired'),
  };
  return <StatusBadge tone={tones[status]}>{words[status]}</StatusBadge>;
}
