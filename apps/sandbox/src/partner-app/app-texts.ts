import type { Language } from '../http/language.ts';

export interface AppTexts {
  readonly today: string;
  readonly made: string;
  readonly days: string;
  readonly tides: { title: string; at: (place: string) => string; high: string; low: string; height: string };
  readonly water: { atLow: string };
  readonly weather: { title: string; wind: string; gusts: string; pressure: string; force: (force: number) => string };
  readonly sky: Record<'clear' | 'fair' | 'cloudy' | 'showers' | 'rain', string>;
  readonly bearing: Record<'N' | 'NE' | 'E' | 'SE' | 'S' | 'SW' | 'W' | 'NW', string>;
  readonly warnings: { title: string; none: string; warning: (force: number, gusts: number) => string };
  readonly power: {
    title: string;
    meter: (number: string) => string;
    week: string;
    total: string;
    payTitle: string;
    payHint: string;
    order: string;
    pay: string;
    asked: string;
  };
}

const en: AppTexts = {
  today: 'Today',
  made: 'Made up for the sandbox: not for navigation.',
  days: 'Days',
  tides: {
    title: 'Tides at your berth',
    at: (place) => `at ${place}`,
    high: 'High water',
    low: 'Low water',
    height: 'Height of the tide through the day',
  },
  water: { atLow: 'Water at your berth at the lowest tide' },
  weather: {
    title: 'Weather',
    wind: 'Wind',
    gusts: 'Gusts',
    pressure: 'Pressure',
    force: (force) => `force ${force}`,
  },
  sky: { clear: 'Clear', fair: 'Fair', cloudy: 'Cloudy', showers: 'Showers', rain: 'Rain' },
  bearing: { N: 'N', NE: 'NE', E: 'E', SE: 'SE', S: 'S', SW: 'SW', W: 'W', NW: 'NW' },
  warnings: {
    title: 'Wind warnings',
    none: 'No warnings for the next days.',
    warning: (force, gusts) => `Force ${force}, gusts of ${gusts}: check your lines and fenders.`,
  },
  power: {
    title: 'Shore power',
    meter: (number) => `Meter ${number}`,
    week: 'The last seven days',
    total: 'Together',
    payTitle: 'Pay for your electricity',
    payHint: 'The number is on the marina’s bill. You pay in the marina’s portal.',
    order: 'Order number',
    pay: 'Go to payment',
    asked: 'The marina’s portal has been asked to open the payment.',
  },
};

const fr: AppTexts = {
  today: 'Aujourd’hui',
  made: 'Données fictives du bac à sable : ne pas utiliser pour naviguer.',
  days: 'Jours',
  tides: {
    title: 'Marées à votre place',
    at: (place) => `à ${place}`,
    high: 'Pleine mer',
    low: 'Basse mer',
    height: 'Hauteur d’eau au fil de la journée',
  },
  water: { atLow: 'Eau à votre place à la plus basse mer' },
  weather: {
    title: 'Météo',
    wind: 'Vent',
    gusts: 'Rafales',
    pressure: 'Pression',
    force: (force) => `force ${force}`,
  },
  sky: { clear: 'Dégagé', fair: 'Belles éclaircies', cloudy: 'Nuageux', showers: 'Averses', rain: 'Pluie' },
  bearing: { N: 'N', NE: 'NE', E: 'E', SE: 'SE', S: 'S', SW: 'SO', W: 'O', NW: 'NO' },
  warnings: {
    title: 'Avis de vent',
    none: 'Aucun avis pour les prochains jours.',
    warning: (force, gusts) => `Force ${force}, rafales ${gusts} : vérifiez amarres et pare-battages.`,
  },
  power: {
    title: 'Électricité à quai',
    meter: (number) => `Compteur ${number}`,
    week: 'Les sept derniers jours',
    total: 'Au total',
    payTitle: 'Payer votre électricité',
    payHint: 'Le numéro figure sur la facture du port. Le paiement se fait sur le portail du port.',
    order: 'Numéro de commande',
    pay: 'Aller au paiement',
    asked: 'Le portail du port a été prié d’ouvrir le paiement.',
  },
};

export const appTexts: Readonly<Record<Language, AppTexts>> = { en, fr };
