import { getLanguageFile, listLanguages } from '@quayside/contract/tenant/languages.ts';
import { notFound } from '../../http/errors.ts';
import { publicRoute, type Route } from '../../http/route.ts';
import { allTextsIn, isKnownLanguage, languages } from './language-files.rules.ts';

export const languageRoutes: readonly Route[] = [
  publicRoute(listLanguages, () => ({ languages: [...languages] })),
  publicRoute(getLanguageFile, (_, { params }) => {
    if (!isKnownLanguage(params.language)) throw notFound();
    return allTextsIn(params.folder, params.language);
  }),
];
