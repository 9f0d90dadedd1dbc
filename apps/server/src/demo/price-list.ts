/** The marina's prices, with its own names for things. Prices are in minor units, tax included. */
export interface PriceList {
  currency: string;
  vatPercent: number;
  berthing: Service & { annual: (season: string) => string; quarter: (season: string, part: number) => string };
  electricity: Service & { meter: (reading: string) => string };
  liftOut: Service & { wash: string; washPerMetre: number; chocks: string; chocksPrice: number };
  launch: Service;
  storage: Service & { winter: (season: string) => string };
  gatePass: Service;
  credit: string;
  agreements: { berthing: string; storage: string; gatePass: string };
}

interface Service {
  /** The type of the order. */
  type: string;
  /** The price of a metre, a kilowatt-hour or a piece. */
  price: number;
}

export const saltmarshPrices: PriceList = {
  currency: 'GBP',
  vatPercent: 20,
  berthing: {
    type: 'Berthing',
    price: 46_500,
    annual: (season) => `Annual berth ${season}`,
    quarter: (season, part) => `Annual berth ${season}, instalment ${part} of 4`,
  },
  electricity: { type: 'Electricity', price: 34, meter: (reading) => `Electricity, meter read ${reading}` },
  liftOut: {
    type: 'Lift-out',
    price: 3_450,
    wash: 'Pressure wash',
    washPerMetre: 625,
    chocks: 'Chocking ashore',
    chocksPrice: 6_800,
  },
  launch: { type: 'Launch', price: 2_950 },
  storage: { type: 'Winter storage', price: 9_250, winter: (season) => `Winter storage ashore ${season}` },
  gatePass: { type: 'Gate pass', price: 2_400 },
  credit: 'Refund of unused berth nights',
  agreements: {
    berthing: 'Annual berthing agreement',
    storage: 'Winter storage licence',
    gatePass: 'Gate pass terms',
  },
};

export const portAzurPrices: PriceList = {
  currency: 'EUR',
  vatPercent: 20,
  berthing: {
    type: 'Amarrage',
    price: 52_800,
    annual: (season) => `Place annuelle ${season}`,
    quarter: (season, part) => `Place annuelle ${season}, échéance ${part} sur 4`,
  },
  electricity: { type: 'Électricité', price: 29, meter: (reading) => `Électricité, relevé du ${reading}` },
  liftOut: {
    type: 'Sortie d’eau',
    price: 3_900,
    wash: 'Carénage haute pression',
    washPerMetre: 710,
    chocks: 'Calage sur terre-plein',
    chocksPrice: 7_500,
  },
  launch: { type: 'Mise à l’eau', price: 3_300 },
  storage: { type: 'Hivernage', price: 8_700, winter: (season) => `Hivernage à terre ${season}` },
  gatePass: { type: 'Badge d’accès', price: 2_000 },
  credit: 'Avoir pour nuitées non utilisées',
  agreements: {
    berthing: 'Contrat d’amarrage annuel',
    storage: 'Contrat d’hivernage',
    gatePass: 'Conditions du badge',
  },
};
