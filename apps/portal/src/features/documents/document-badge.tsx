import { type DocumentType, documentStatus } from '@quayside/contract/documents/documents.ts';
import { useFormat } from '../../lib/formats/use-format.ts';
import { useTranslation } from '../../lib/texts/texts.ts';
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
    return <StatusBadge tone="due">{t('documents.status.soon')}</StatusBadge>;
  const words = {
    waiting: t('documents.status.waiting'),
    active: t('documents.status.active'),
    expired: t('documents.status.expired'),
  };
  return <StatusBadge tone={tones[status]}>{words[status]}</StatusBadge>;
}

/** Returns functions that say in words what a document needs and until when it is valid. */
export function useDocumentWords() {
  const { t } = useTranslation();
  const { date } = useFormat();
  const day = ({ expiresOn }: DocumentType) => date(expiresOn ?? '', 'dd MMM yyyy');
  return {
    /** The day on which it expired or soon expires, or why the office rejected it. Empty for all others. */
    urgentReason: (type: DocumentType): string => {
      if (type.review?.isAccepted === false) return t('documents.review.notAccepted', { reason: type.review.reason });
      if (type.hasExpired) return t('documents.expiredOn', { date: day(type) });
      return type.expiresSoon ? t('documents.expiresSoonOn', { date: day(type) }) : '';
    },
    /** The document's name with what is wrong with it. */
    urgentName: (type: DocumentType): string => {
      const name = type.boat ? `${type.name} (${type.boat.name})` : type.name;
      const words = { name, date: day(type) };
      const status = documentStatus(type);
      if (type.review?.isAccepted === false) return t('documents.nameRejected', words);
      if (status === 'waiting') return t('documents.missing', words);
      return status === 'expired' ? t('documents.nameExpired', words) : t('documents.nameExpires', words);
    },
  };
}
