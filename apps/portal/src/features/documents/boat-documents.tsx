import { byNeed, needsAttention } from '@quayside/contract/documents/documents.ts';
import { useTranslation } from '../../lib/texts/texts.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { Loaded } from '../../ui/loading/loaded.tsx';
import { Row, RowList } from '../../ui/table/row-list.tsx';
import styles from './boat-documents.module.css';
import { DocumentBadge, useDocumentWords } from './document-badge.tsx';
import { useDocuments } from './use-documents.ts';

/** The status of a boat's documents, and the link to hand in missing ones. */
export function BoatDocuments({ boatId }: { boatId: number }) {
  const { t } = useTranslation();
  const { urgentReason } = useDocumentWords();
  return (
    <section className={styles.section}>
      <h3>{t('documents.title')}</h3>
      <Loaded query={useDocuments()} failed={t('documents.notLoaded')} skeleton={[44]}>
        {({ boatDocumentAssociations }) => {
          const ofBoat = boatDocumentAssociations.find(({ object }) => object.id === boatId);
          if (!ofBoat) return <p className={styles.none}>{t('documents.noneForBoat')}</p>;
          return (
            <>
              <RowList>
                {byNeed(ofBoat.documentTypes).map((type) => (
                  <Row
                    key={type.id}
                    title={type.name}
                    details={[urgentReason(type)]}
                    end={<DocumentBadge type={type} />}
                  />
                ))}
              </RowList>
              {ofBoat.documentTypes.some(needsAttention) && (
                <LinkButton to="/secure/documents">{t('documents.handIn')}</LinkButton>
              )}
            </>
          );
        }}
      </Loaded>
    </section>
  );
}
