import { makePaper } from '../features/papers/papers.service.ts';
import type { DemoDocumentType } from './document-types.ts';

interface DocumentDetails {
  language: 'en' | 'fr';
  /** The name of the owner, and of the boat if it is about one. */
  owner: string;
  boat: string | null;
  /** `YYYY-MM-DD` */
  issuedOn: string;
  expiresOn: string | null;
}

const words = {
  en: { specimen: 'Specimen of the demo', owner: 'Holder', boat: 'Vessel', issued: 'Issued', until: 'Valid until' },
  fr: {
    specimen: 'Spécimen de la démonstration',
    owner: 'Titulaire',
    boat: 'Navire',
    issued: 'Délivré le',
    until: 'Valable jusqu’au',
  },
} as const;

/** Makes a document like one that a customer hands in: one sheet that says what it is, and that it is no real one. */
export async function documentPdf({ names }: DemoDocumentType, facts: DocumentDetails): Promise<Buffer> {
  const { language, owner, boat, issuedOn, expiresOn } = facts;
  const say = words[language];
  const locale = language === 'fr' ? 'fr-FR' : 'en-GB';
  const title = names[locale];
  const created = new Date(`${issuedOn}T12:00:00Z`);
  const lines = [
    `${say.owner}: ${owner}`,
    ...(boat === null ? [] : [`${say.boat}: ${boat}`]),
    `${say.issued} ${issuedOn}`,
    ...(expiresOn === null ? [] : [`${say.until} ${expiresOn}`]),
    say.specimen,
  ];
  return makePaper(null, { kind: 'specimen', title, author: owner, language: locale, created, lines });
}
