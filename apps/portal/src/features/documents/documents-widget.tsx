import {
  type AccountDocuments,
  allDocumentTypes,
  byNeed,
  type DocumentType,
  documentStatus,
  needsAttention,
} from '@quayside/contract/documents/documents.ts';
import { IconAlertTriangle, IconCircleCheck, IconClockExclamation, IconFileUpload } from '@tabler/icons-react';
import { useTranslation } from '../../lib/texts/texts.ts';
import { Card } from '../../ui/card.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Loaded } from '../../ui/loading/loaded.tsx';
import { EmptyState } from '../../ui/message/empty-state.tsx';
import { Row, RowList } from '../../ui/table/row-list.tsx';
import { DocumentBadge, useDocumentWords } from './document-badge.tsx';
import styles from './documents.module.css';
import { UploadAction } from './upload-action.tsx';
import { useDocuments } from './use-documents.ts';

/**
 * The status of the account's documents, up to three that need an action, and those that expire soon (decision C2.34).
 */
export function DocumentsWidget() {
  const { t } = useTranslation();
  return (
    <Card title={t('documents.title')}>
      <Loaded query={useDocuments()} failed={t('documents.notLoaded')} skeleton={[56, 44, 44]}>
        {(documents) =>
          documents.hasAnyDocuments ? (
            <Overview documents={documents} />
          ) : (
            <EmptyState small>{t('documents.none')}</EmptyState>
          )
        }
      </Loaded>
    </Card>
  );
}

function Overview({ documents }: { documents: AccountDocuments }) {
  const { t } = useTranslation();
  const types = byNeed(allDocumentTypes(documents));
  const urgent = [...types.filter(needsAttention).slice(0, 3), ...types.filter(({ expiresSoon }) => expiresSoon)];
  return (
    <div className={styles.widget}>
      <Counts types={types} />
      <RowList>
        {urgent.map((type) => (
          <UrgentRow key={`${type.id} ${type.boat?.id}`} type={type} />
        ))}
      </RowList>
      <LinkButton to="/secure/documents">{t('documents.all')}</LinkButton>
    </div>
  );
}

function Counts({ types }: { types: readonly DocumentType[] }) {
  const { t } = useTranslation();
  const count = (is: (type: DocumentType) => boolean) => types.filter(is).length;
  const soon = count(({ expiresSoon }) => expiresSoon);
  const counts = [
    {
      state: 'active',
      Icon: IconCircleCheck,
      label: t('documents.count.active'),
      value: count((type) => documentStatus(type) === 'active') - soon,
    },
    { state: 'soon', Icon: IconClockExclamation, label: t('documents.count.soon'), value: soon },
    {
      state: 'expired',
      Icon: IconAlertTriangle,
      label: t('documents.count.expired'),
      value: count((type) => documentStatus(type) === 'expired'),
    },
    {
      state: 'missing',
      Icon: IconFileUpload,
      label: t('documents.count.missing'),
      value: count((type) => documentStatus(type) === 'waiting'),
    },
  ];
  return (
    <dl className={styles.counts}>
      {counts.map(({ state, Icon, label, value }) => (
        <div key={state} data-state={value === 0 ? undefined : state}>
          <dt>
            <Icon size={18} aria-hidden="true" />
            {label}
          </dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function UrgentRow({ type }: { type: DocumentType }) {
  const { t } = useTranslation();
  const { urgentReason } = useDocumentWords();
  const end = (
    <>
      <DocumentBadge type={type} />
      <UploadAction type={type} />
    </>
  );
  return (
    <Row title={type.name} details={[type.boat?.name ?? t('documents.ofAccount'), urgentReason(type)]} end={end} />
  );
}
