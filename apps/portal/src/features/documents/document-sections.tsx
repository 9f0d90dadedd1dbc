import { getFile } from '@quayside/contract/agreements/agreement-papers.ts';
import {
  type AccountDocuments,
  byNeed,
  countDownload,
  type DocumentType,
  documentStatus,
  groupsByNeed,
} from '@quayside/contract/documents/documents.ts';
import { IconCircleCheck, IconCircleX, IconDownload } from '@tabler/icons-react';
import { api, callUrl } from '../../lib/calls/api.ts';
import { useFormat } from '../../lib/formats/use-format.ts';
import { useSession } from '../../lib/session/session.ts';
import { useSite } from '../../lib/account/account.ts';
import { useTranslation } from '../../lib/texts/texts.ts';
import { AnchorButton, Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Loaded } from '../../ui/loading/loaded.tsx';
import { Alert } from '../../ui/message/alert.tsx';
import { EmptyState } from '../../ui/message/empty-state.tsx';
import { ReadOnlyNotice } from '../../ui/message/read-only-notice.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import styles from './document-card.module.css';
import { UploadAction } from './upload-action.tsx';
import { useDocuments } from './use-documents.ts';

/** All documents that the marina wants to see, of the account and each boat. What needs the customer comes first. */
export function DocumentSections() {
  const { t } = useTranslation();
  return (
    <Loaded query={useDocuments()} failed={t('documents.notLoaded')} skeleton={[36, 200, 200]}>
      {(documents) =>
        documents.hasAnyDocuments ? (
          <Sections documents={documents} />
        ) : (
          <Card>
            <EmptyState next={t('documents.next')}>{t('documents.none')}</EmptyState>
          </Card>
        )
      }
    </Loaded>
  );
}

function Sections({ documents }: { documents: AccountDocuments }) {
  const { t } = useTranslation();
  const ofBoats = documents.boatDocumentAssociations.map(({ object, documentTypes }) => ({
    key: object.id,
    title: object.name,
    types: documentTypes,
  }));
  const ofAccount = {
    key: 'account',
    title: t('documents.ofAccount'),
    types: documents.accountDocumentAssociation.documentTypes,
  };
  const sections = groupsByNeed([ofAccount, ...ofBoats]).filter(({ types }) => types.length > 0);
  return (
    <div className={styles.sections}>
      <ReadOnlyNotice />
      {sections.map(({ key, title, types }) => (
        <Section key={key} title={title} types={types} />
      ))}
    </div>
  );
}

function Section({ title, types }: { title: string; types: readonly DocumentType[] }) {
  return (
    <Card title={title}>
      <ul className={styles.cards}>
        {byNeed(types).map((type) => (
          <DocumentCard key={type.id} type={type} />
        ))}
      </ul>
    </Card>
  );
}

/** A document type that the marina wants to see, with the document that it has. */
function DocumentCard({ type }: { type: DocumentType }) {
  const { t } = useTranslation();
  const status = documentStatus(type);
  const Icon = status === 'active' ? IconCircleCheck : IconCircleX;
  const words = {
    waiting: t('documents.status.waiting'),
    active: t('documents.status.active'),
    expired: t('documents.status.expired'),
  };
  return (
    <li className={styles.card}>
      <div className={styles.head}>
        <h3>{type.name}</h3>
        <p className={styles.status} data-status={status}>
          <Icon size={20} aria-hidden="true" />
          {words[status]}
        </p>
      </div>
      <Review type={type} />
      <p className={styles.guidance}>{type.guidance || t('documents.noGuidance')}</p>
      <dl className={styles.facts}>
        {type.hasAccountDocument && (
          <div>
            <dt>{t('documents.file')}</dt>
            <dd>
              <bdi>{type.accountDocumentName}</bdi>
            </dd>
          </div>
        )}
        <div>
          <dt>{t('documents.expiryDate')}</dt>
          <dd>
            <Expiry type={type} />
          </dd>
        </div>
      </dl>
      {status === 'active' && type.expiresSoon && <StatusBadge tone="due">{t('documents.status.soon')}</StatusBadge>}
      {status === 'waiting' && <StatusBadge tone="waiting">{t('documents.uploadRequired')}</StatusBadge>}
      {status === 'expired' && <StatusBadge tone="overdue">{t('documents.replaceRequired')}</StatusBadge>}
      <div className={styles.actions}>
        <Download type={type} />
        <UploadAction type={type} />
      </div>
    </li>
  );
}

/** The office's decision. A rejection says why, in the office's words. */
function Review({ type: { review } }: { type: DocumentType }) {
  const { t } = useTranslation();
  const { date } = useFormat();
  const site = useSite();
  if (review === null) return null;
  if (review.isAccepted)
    return (
      <p className={styles.accepted}>
        {t('documents.review.accepted', { date: date(review.reviewedOn, 'dd MMM yyyy', site?.timeZone) })}
        {review.reason !== '' && <span dir="auto">{review.reason}</span>}
      </p>
    );
  return (
    <Alert kind="warning" title={t('documents.review.rejected', { name: review.documentName })}>
      <p className={styles.reason} dir="auto">
        {review.reason}
      </p>
      <p>{t('documents.review.next')}</p>
    </Alert>
  );
}

/** The last valid day (decision C2.59). */
function Expiry({ type: { isExpiryRequired, expiresOn, hasExpired } }: { type: DocumentType }) {
  const { t } = useTranslation();
  const { date } = useFormat();
  if (expiresOn !== null) {
    const day = date(expiresOn, 'dd MMM yyyy');
    return hasExpired ? t('documents.expiredOn', { date: day }) : day;
  }
  return isExpiryRequired ? t('documents.noExpiry') : t('documents.neverExpires');
}

function Download({ type: { fileReferenceGuid: guid, accountDocumentId: id, name } }: { type: DocumentType }) {
  const { t } = useTranslation();
  const { accountGuid, isAccountUser } = useSession();
  const icon = <IconDownload size={18} aria-hidden="true" />;
  const words = t('documents.download');
  const spoken = `${words} ${name}`;
  if (guid === null)
    return (
      <Button type="button" variant="default" icon={icon} disabled data-disabled aria-label={spoken}>
        {words}
      </Button>
    );
  // The count serves only the marina. Nobody waits for it, and a failure stays silent.
  const count = () => void api(countDownload, { params: { guid: accountGuid, id } }).catch(() => undefined);
  return (
    <AnchorButton
      href={callUrl(getFile, { params: { guid } })}
      download
      aria-label={spoken}
      icon={icon}
      onClick={isAccountUser ? count : undefined}
    >
      {words}
    </AnchorButton>
  );
}
