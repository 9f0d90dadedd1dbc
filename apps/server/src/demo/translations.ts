/** The names of the partner's app, which names itself in English, and of the subjects of a message to the office. */
interface Names {
  apps: readonly [tidesAndWeather: string, tides: string, weather: string, warnings: string, shorePower: string];
  /** The office's own subjects: my berth, an invoice, lift-out and storage, something else. */
  subjects: readonly [string, string, string, string];
}

const names = {
  'fr-FR': {
    apps: ['Marées et météo', 'Marées à ma place', 'Météo', 'Avis de vent', 'Électricité à quai'],
    subjects: ['Ma place', 'Une facture', 'Carénage et hivernage', 'Autre chose'],
  },
  'de-DE': {
    apps: ['Gezeiten und Wetter', 'Gezeiten an meinem Liegeplatz', 'Wetter', 'Windwarnungen', 'Landstrom'],
    subjects: ['Mein Liegeplatz', 'Eine Rechnung', 'Kranen und Winterlager', 'Etwas anderes'],
  },
  'es-ES': {
    apps: ['Mareas y tiempo', 'Mareas en mi amarre', 'Tiempo', 'Avisos de viento', 'Electricidad en el muelle'],
    subjects: ['Mi amarre', 'Una factura', 'Varada e invernaje', 'Otro asunto'],
  },
  'nl-NL': {
    apps: ['Getijden en weer', 'Getijden op mijn ligplaats', 'Weer', 'Windwaarschuwingen', 'Walstroom'],
    subjects: ['Mijn ligplaats', 'Een factuur', 'Hijsen en winterberging', 'Iets anders'],
  },
  ar: {
    apps: ['المد والجزر والطقس', 'المد والجزر عند مكان رسو قاربي', 'الطقس', 'تحذيرات الرياح', 'كهرباء الرصيف'],
    subjects: ['مكان رسو قاربي', 'فاتورة', 'الرفع والتخزين', 'أمر آخر'],
  },
} satisfies Record<string, Names>;

const apps = ['tidesAndWeather', 'tides', 'weather', 'warnings', 'shorePower'] as const;

/** Returns the names of the partner's app in a language, as a marina's translations have them. */
export const appsIn = (language: keyof typeof names): Record<string, string> =>
  Object.fromEntries(names[language].apps.map((name, index) => [`partnerApps.${apps[index]}`, name]));

/** Returns the translations of a marina whose own texts are English. @param subjects its subjects in English */
export function translationsOfEnglish(subjects: readonly string[]): Record<string, Record<string, string>> {
  return Object.fromEntries(
    (Object.keys(names) as (keyof typeof names)[]).map((language) => {
      const named = names[language].subjects.map((name, index) => [`contactUs.subjects.${subjects[index]}`, name]);
      return [language, { ...appsIn(language), ...Object.fromEntries(named) }];
    }),
  );
}
