import { readablePicture } from '../../providers/pdf/logo.ts';
import type { SetText } from '../../providers/pdf/paper-text.ts';
import type { PaperData } from '../../providers/pdf/typesetter.ts';
import type { Fact, Letter, Sender } from './letter.types.ts';

/** The facts that a PDF states about itself. */
export interface About {
  title: string;
  author: string;
  /** Such as `fr-FR`. */
  language: string;
  /** The time comes from the data, not from the clock: the same document is the same bytes. */
  created: Date;
}

/** The frame of a paper in a marina's name, which is on every sheet. */
interface Frame extends Pick<About, 'title' | 'created'> {
  /** The line at the foot of each page, with `{{page}}` and `{{pages}}`. */
  foot: string;
}

/** Makes the facts that a PDF states about itself: title, author, language and time. */
export function aboutPaper({ title, author, language, created }: About) {
  const { language: lang, region = null } = new Intl.Locale(language);
  const day = [created.getUTCFullYear(), created.getUTCMonth() + 1, created.getUTCDate()];
  const time = [created.getUTCHours(), created.getUTCMinutes(), created.getUTCSeconds()];
  return { title, author, lang, region, created: [...day, ...time] };
}

/** Makes the data for the head and the foot of papers/look.typ. */
export function frameData(set: SetText, sender: Sender, { title, created, foot }: Frame): PaperData {
  const { name, brand, language, office } = sender;
  const logo = logoOf(sender);
  const data = {
    ...aboutPaper({ title, author: name, language, created }),
    foot: set(foot),
    brand,
    name: set(name),
    logo: logo?.name ?? null,
    logoAlt: name,
    office: [office.name, ...office.address, office.telephone, office.email].filter(Boolean).map(set),
  };
  return { data, pictures: new Map(logo ? [[logo.name, logo.content]] : []) };
}

/** Returns the logo as shapes if there are some, else as a picture. A marina may have only a picture. */
function logoOf({ logo, logoPicture }: Sender): { name: string; content: Buffer } | null {
  if (logo === null) return logoPicture && { name: 'logo.png', content: logoPicture };
  const content = readablePicture(logo);
  return content && { name: 'logo.svg', content };
}

/** Makes the data for the opening of a paper, above its text. */
export const openingData = (set: SetText, { heading, lead, notice }: Pick<Letter, 'heading' | 'lead' | 'notice'>) => ({
  heading: set(heading),
  lead: set(lead),
  notice: notice === null ? null : set(notice),
});

export const factData = (set: SetText, { label, value, spoken }: Fact) => ({
  label: set(label),
  value: set(value),
  spoken: spoken ?? null,
});

/** Makes the data for papers/receipt.typ, invoice.typ and estimate.typ. */
export function letterData(set: SetText, letter: Letter, sender: Sender, frame: Omit<Frame, 'title'>): PaperData {
  const { figure, facts, table, next } = letter;
  const { data, pictures } = frameData(set, sender, { ...frame, title: letter.subject });
  const rowData = (row: object) => Object.fromEntries(Object.entries(row).map(([key, text]) => [key, set(text)]));
  return {
    data: {
      ...data,
      ...openingData(set, letter),
      facts: [...(figure ? [figure] : []), ...facts].map((fact) => factData(set, fact)),
      table: table && {
        caption: set(table.caption),
        headings: rowData(table.headings),
        rows: table.rows.map(rowData),
        total: rowData(table.total),
      },
      next: next.map(set),
    },
    pictures,
  };
}
