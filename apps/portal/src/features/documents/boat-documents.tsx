import { useTranslation } from 'react-i18next';
import { Loaded } from '../../ui/loaded.tsx';
import { Row, RowList } from '../../ui/row-list.tsx';
import styles from './boat-documents.module.css';
import { DocumentBadge } from './document-badge.tsx';
import { useDocuments } from './use-documents.ts';

/** How a boat's papers stand. */
export function BoatDocuments({ boatId }: { boatId: number }) {
  const { t } = useTranslation();
  return (
    <section className={styles.section}>
      <h3>{t('documents.title')}</h3>
      <Loaded query={useDocuments()} failed={t('documents.notLoaded')} skeleton={[44]}>
        {({ boatDocumentAssociations }) => {
          const ofBoat = boatDocumentAssociations.find(({ object }) => object.id === boatId);
          if (!ofBoat) return <p className={styles.none}>{t('documents.noneForBoat')}</p>;
          return (
            <RowList>
              {ofBoat.documentTypes.map((type) => (
                <Row key={type.id} title={type.name} end={<DocumentBadge type={type} />} />
              ))}
            </RowList>
          );
        }}
      </Loaded>
    </section>
  );
}
