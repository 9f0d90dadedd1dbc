import * as contactContract from '@quayside/contract/contact.ts';
import type { Feature } from '../feature.ts';
import { contactRoutes } from './contact.routes.ts';

declare module '../../db/numbers.ts' {
  interface Counters {
    'contact-message': true;
  }
}

export const contactFeature: Feature = {
  chapter: { name: 'contact', description: 'Messages to the office.', files: [contactContract] },
  routes: () => contactRoutes,
};
