import { z } from 'zod';
import {
  byReference,
  documented,
  ListQuery,
  NumberField,
  resourceCalls,
  Texts,
  Tracked,
  withDemanded,
} from './resource.ts';

const about = {
  reference: ['insurance', 'Your own name of the type.'],
  number: [2, 'The number of the type in the portal.'],
  position: [1, 'The place of the type among the others, from 1 on.'],
  name: [
    { 'en-GB': 'Proof of insurance', 'fr-FR': 'Attestation d’assurance' },
    'By language. Each language of the marina needs one: `GET key` lists them.',
  ],
  guidance: [
    { 'en-GB': 'The policy has to name your boat.', 'fr-FR': 'Le contrat doit nommer votre bateau.' },
    'What the customer reads before they hand one in.',
  ],
  level: ['Account', 'Each customer has one, or each boat.'],
  site: [null, 'The number of the harbour that asks for it. Null: every harbour.'],
  expiryRequired: [true, 'The customer has to give the last day on which it is valid.'],
  prompt: [true, 'The portal asks for it.'],
  keepMonths: [null, 'The months for which files are kept. Null: for ever.'],
  retired: [false, 'True: nobody can hand in another one.'],
} as const;

/** A type of papers that the marina keeps of its customers or their boats. */
export const DocumentTypeResource = documented(
  z.object({
    reference: z.string(),
    number: z.number().int(),
    position: z.number().int(),
    name: z.record(z.string(), z.string()),
    guidance: z.record(z.string(), z.string()),
    level: z.enum(['Account', 'Boat']),
    site: z.number().int().nullable(),
    expiryRequired: z.boolean(),
    prompt: z.boolean(),
    keepMonths: z.number().int().nullable(),
    retired: z.boolean(),
    ...Tracked,
  }),
  about,
);

const YesOrNo = z.boolean().nullable().optional();

export const DocumentTypeRow = documented(
  z.strictObject({
    position: NumberField,
    name: Texts.optional(),
    guidance: Texts.optional(),
    level: z.enum(['Account', 'Boat']).nullable().optional(),
    site: NumberField,
    expiryRequired: YesOrNo,
    prompt: YesOrNo,
    keepMonths: NumberField,
    retired: YesOrNo,
  }),
  about,
);

export const WholeDocumentType = withDemanded(DocumentTypeRow, [
  'position',
  'name',
  'level',
  'expiryRequired',
  'prompt',
]);

export const {
  list: listDocumentTypes,
  get: getDocumentType,
  put: putDocumentType,
  patch: patchDocumentType,
} = resourceCalls({
  noun: 'documentTypes',
  one: 'type of document',
  many: 'types of documents with a reference of yours',
  file: 'document-types.csv',
  path: 'document-types',
  name: ':reference',
  scopes: { read: 'documents:read', write: 'documents:write' },
  params: byReference('insurance'),
  query: ListQuery,
  resource: DocumentTypeResource,
  row: DocumentTypeRow,
  whole: WholeDocumentType,
  bodyExample: { retired: true },
});
