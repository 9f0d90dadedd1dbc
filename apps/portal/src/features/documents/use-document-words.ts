import { type DocumentType, documentStatus } from '@quayside/contract/documents.ts';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/format.ts';

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
