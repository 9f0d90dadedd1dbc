import type { Random } from './random.ts';

/** A boat. Lengths are in metres, as the columns store them. */
export interface Boat {
  name: string;
  type: string;
  length: string;
  beam: string;
  draft: string;
  relationship: string;
  sticker: string | null;
}

/** A kind of boat: the range of its length in decimetres, and beam and draft as shares of the length. */
interface Kind {
  /** The names in English and French. */
  name: { en: string; fr: string };
  from: number;
  to: number;
  beam: number;
  draft: number;
}

const kinds: readonly [Kind, ...Kind[]] = [
  { name: { en: 'Sailing yacht', fr: 'Voilier' }, from: 72, to: 149, beam: 0.32, draft: 0.17 },
  { name: { en: 'Sailing yacht', fr: 'Voilier' }, from: 84, to: 124, beam: 0.33, draft: 0.18 },
  { name: { en: 'Motor cruiser', fr: 'Vedette' }, from: 68, to: 168, beam: 0.31, draft: 0.09 },
  { name: { en: 'Motor sailer', fr: 'Fifty' }, from: 88, to: 132, beam: 0.33, draft: 0.14 },
  { name: { en: 'Catamaran', fr: 'Catamaran' }, from: 91, to: 142, beam: 0.55, draft: 0.1 },
  { name: { en: 'RIB', fr: 'Semi-rigide' }, from: 52, to: 84, beam: 0.36, draft: 0.08 },
  { name: { en: 'Day boat', fr: 'Pêche-promenade' }, from: 48, to: 72, beam: 0.37, draft: 0.09 },
];

const boatNames = {
  en: [
    'Albatross',
    'Amber Light',
    'Artemis',
    'Aurora',
    'Avocet',
    'Blue Peter',
    'Bluebell',
    'Calypso',
    'Cormorant',
    'Curlew',
    'Dabchick',
    'Daydream',
    'Dunlin',
    'Eider',
    'Emma Louise',
    'Endeavour',
    'Fair Wind',
    'Fulmar',
    'Gannet',
    'Golden Hind II',
    'Grey Heron',
    'Guillemot',
    'Halcyon',
    'Harlequin',
    'Hope',
    'Island Spirit',
    'Jenny Wren',
    'Juniper',
    'Kestrel',
    'Kingfisher',
    'Lady Grace',
    'Lapwing',
    'Lazy Days',
    'Little Tern',
    'Lodestar',
    'Magpie',
    'Mallard',
    'Merlin',
    'Misty Dawn',
    'Moonraker',
    'Northern Light',
    'Osprey',
    'Oystercatcher',
    'Pegasus',
    'Petrel',
    'Pintail',
    'Plover',
    'Polaris',
    'Puffin',
    'Quiet Waters',
    'Razorbill',
    'Redshank',
    'Saltwind',
    'Samphire',
    'Sanderling',
    'Sandpiper',
    'Sea Breeze',
    'Sea Thrift',
    'Second Wind',
    'Serendipity',
    'Shearwater',
    'Silver Spray',
    'Skylark',
    'Snow Goose',
    'Solent Star',
    'Spindrift',
    'Spoonbill',
    'Stargazer',
    'Storm Petrel',
    'Sula',
    'Sundowner',
    'Swallow',
    'Tern',
    'Three Sisters',
    'Tidewater',
    'Tranquility',
    'Turnstone',
    'Valkyrie',
    'Wandering Star',
    'Westerly Breeze',
    'Whimbrel',
    'White Horses',
    'Wigeon',
    'Wild Goose',
    'Windsong',
    'Winnie',
    'Zephyr',
  ],
  fr: [
    'Alizé',
    'Amphitrite',
    'Ariane',
    'Azur et Sel',
    'Belle Étoile',
    'Bonaventure',
    'Brise de Mer',
    'Calanque',
    'Cap au Large',
    'Cigale des Mers',
    'Coquelicot',
    'Dauphin Bleu',
    'Douce Folie',
    'Embellie',
    'Estérelle',
    'Étoile Filante',
    'Fleur de Sel',
    'Garlaban',
    'Goéland',
    'Grand Large',
    'Hippocampe',
    'Hirondelle',
    'Île Rousse',
    'Jolie Brise',
    'La Gitane',
    'La Licorne',
    'Le Cabanon',
    'Libeccio',
    'Lou Mistrau',
    'Luciole',
    'Manureva',
    'Mélusine',
    'Mimosa',
    'Mistral Gagnant',
    'Morgane',
    'Nausicaa',
    'Ondine',
    'Oursin',
    'Passe-Partout',
    'Pescadou',
    'Petit Prince',
    'Pointe Rouge',
    'Rascasse',
    'Rêve de Jade',
    'Sardinette',
    'Sirène',
    'Sirocco',
    'Soleil Levant',
    'Tamaris',
    'Tramontane',
    'Vague à Lame',
    'Vent Debout',
    'Zéphyr',
  ],
} as const satisfies Record<string, readonly [string, ...string[]]>;

const relationships = {
  en: ['Owner', 'Part owner', 'Skipper'],
  fr: ['Propriétaire', 'Copropriétaire', 'Skipper'],
} as const;

/** Makes a boat. @param prefix the start of its sticker's number, such as `SM` */
export function makeBoat(random: Random, language: 'en' | 'fr', prefix: string): Boat {
  const kind = random.pick(kinds);
  const length = random.whole(kind.from, kind.to) * 10 + random.pick([0, 0, 5, 2, 8]);
  const about = (share: number) => ((length * share * random.whole(95, 106)) / 10_000).toFixed(2);
  return {
    name: random.pick(boatNames[language]),
    type: kind.name[language],
    length: (length / 100).toFixed(2),
    beam: about(kind.beam),
    draft: about(kind.draft),
    relationship: random.chance(0.88) ? relationships[language][0] : random.pick(relationships[language]),
    sticker: random.chance(0.8) ? `${prefix}-${String(random.whole(1, 9999)).padStart(4, '0')}` : null,
  };
}
