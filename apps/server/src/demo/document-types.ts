interface Texts {
  'en-GB': string;
  'fr-FR': string;
}

/** A document type that the demo's marinas ask for. */
export interface DemoDocumentType {
  key: 'identity' | 'competence' | 'insurance' | 'registration';
  names: Texts;
  guidance: Texts;
  attachmentLevel: 'Account' | 'Boat';
  isExpiryRequired: boolean;
  promptInPortal: boolean;
  /** The name of the file, as a customer would choose it. */
  fileName: { en: string; fr: string };
  /** The number of days for which it is valid; null: for ever. */
  goodFor: number | null;
  /** The percentage of customers who handed one in. */
  percent: number;
}

export const demoDocumentTypes: readonly DemoDocumentType[] = [
  {
    key: 'identity',
    names: { 'en-GB': 'Proof of identity', 'fr-FR': 'Pièce d’identité' },
    guidance: {
      'en-GB': 'Passport or driving licence, the page with the photograph.',
      'fr-FR': 'Passeport ou carte d’identité, la page avec la photo.',
    },
    attachmentLevel: 'Account',
    isExpiryRequired: true,
    promptInPortal: true,
    fileName: { en: 'Passport', fr: 'Passeport' },
    goodFor: 3_650,
    percent: 90,
  },
  {
    key: 'competence',
    names: { 'en-GB': 'Certificate of competence', 'fr-FR': 'Permis bateau' },
    guidance: {
      'en-GB': 'ICC, Day Skipper or higher. Only if you take guests for hire.',
      'fr-FR': 'Permis côtier ou hauturier. Seulement pour un bateau à moteur.',
    },
    attachmentLevel: 'Account',
    isExpiryRequired: false,
    promptInPortal: false,
    fileName: { en: 'RYA Day Skipper', fr: 'Permis côtier' },
    goodFor: null,
    percent: 55,
  },
  {
    key: 'insurance',
    names: { 'en-GB': 'Proof of insurance', 'fr-FR': 'Attestation d’assurance' },
    guidance: {
      'en-GB': 'The certificate, with third-party cover of at least £3 million.',
      'fr-FR': 'L’attestation en cours, responsabilité civile comprise.',
    },
    attachmentLevel: 'Boat',
    isExpiryRequired: true,
    promptInPortal: true,
    fileName: { en: 'Insurance certificate', fr: 'Attestation' },
    goodFor: 365,
    percent: 94,
  },
  {
    key: 'registration',
    names: { 'en-GB': 'Boat registration', 'fr-FR': 'Acte de francisation' },
    guidance: {
      'en-GB': 'Part 1 or Small Ships Register. Not needed for tenders.',
      'fr-FR': 'L’acte ou le certificat d’enregistrement.',
    },
    attachmentLevel: 'Boat',
    isExpiryRequired: false,
    promptInPortal: false,
    fileName: { en: 'SSR certificate', fr: 'Certificat' },
    goodFor: null,
    percent: 70,
  },
];
