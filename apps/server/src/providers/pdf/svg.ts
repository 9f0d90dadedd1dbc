/**
 * Draws a logo: the part of SVG that logos are made of (paths, circles, groups, flat colours, one level of clipping).
 * Anything else is refused, so that a logo is drawn right or not at all.
 */

export interface Drawing {
  width: number;
  height: number;
  shapes: readonly Shape[];
}

type Attributes = Readonly<Record<string, string>>;

interface Shape {
  outline: Outline;
  clip: Outline | null;
  fill: string | null;
  stroke: string | null;
  strokeWidth: number;
  roundCap: boolean;
  opacity: number;
}

type Outline = { path: string } | { circle: [x: number, y: number, radius: number] };

/** A picture that holds more than `readSvg` knows. */
export class UnsupportedPicture extends Error {
  override name = 'UnsupportedPicture';
}

const tag = /<(\/?)([A-Za-z]+)((?:\s+[\w:-]+="[^"]*")*)\s*(\/?)>/g;

/** @throws UnsupportedPicture */
export function readSvg(svg: string): Drawing {
  const clips = new Map<string, Outline>();
  const colours = classColours(svg);
  const open: { name: string; attributes: Attributes }[] = [];
  const shapes: Shape[] = [];
  let size: number[] = [];
  for (const [, closing, name = '', written = '', empty] of svg.replace(/<style>.*?<\/style>/s, '').matchAll(tag)) {
    if (closing) {
      open.pop();
      continue;
    }
    const own = attributesOf(written, colours);
    const parent = open.at(-1);
    if (name === 'svg') size = (own.viewBox ?? '').split(/[\s,]+/).map(Number);
    else if (name === 'path' || name === 'circle') {
      const outline = outlineOf(name, own);
      if (parent?.name === 'clipPath') clips.set(`url(#${parent.attributes.id})`, outline);
      else shapes.push(shapeOf(outline, { ...parent?.attributes, ...own }, clips));
    } else if (name !== 'g' && name !== 'clipPath') throw new UnsupportedPicture(name);
    if (!empty) open.push({ name, attributes: name === 'clipPath' ? own : { ...parent?.attributes, ...own } });
  }
  const [, , width = 0, height = 0] = size;
  if (!(width > 0 && height > 0)) throw new UnsupportedPicture('no viewBox');
  return { width, height, shapes };
}

/** Draws it at the current origin, one unit of the picture a point. */
export function drawSvg(pdf: PDFKit.PDFDocument, { shapes }: Drawing): void {
  for (const shape of shapes) {
    pdf.save().fillOpacity(shape.opacity).strokeOpacity(shape.opacity);
    if (shape.clip) trace(pdf, shape.clip).clip();
    pdf.lineWidth(shape.strokeWidth).lineCap(shape.roundCap ? 'round' : 'butt');
    trace(pdf, shape.outline);
    if (shape.fill && shape.stroke) pdf.fillAndStroke(shape.fill, shape.stroke);
    else if (shape.fill) pdf.fill(shape.fill);
    else if (shape.stroke) pdf.stroke(shape.stroke);
    pdf.restore();
  }
}

const trace = (pdf: PDFKit.PDFDocument, outline: Outline) =>
  'path' in outline ? pdf.path(outline.path) : pdf.circle(...outline.circle);

/** The light scheme's colours by class: paper is light. */
function classColours(svg: string): Map<string, string> {
  const light = /<style>(.*?)<\/style>/s.exec(svg)?.[1]?.replace(/@media.*$/s, '') ?? '';
  return new Map(
    Array.from(light.matchAll(/\.([\w-]+)\{fill:(#[0-9a-f]+)\}/gi), ([, name = '', colour = '']) => [name, colour]),
  );
}

function attributesOf(written: string, colours: ReadonlyMap<string, string>): Attributes {
  const pairs = Array.from(written.matchAll(/([\w:-]+)="([^"]*)"/g), ([, name = '', value = '']) => [name, value]);
  const own: Record<string, string> = Object.fromEntries(pairs);
  if (own.transform !== undefined) throw new UnsupportedPicture('transform');
  const colour = colours.get(own.class ?? '');
  return colour === undefined ? own : { ...own, fill: colour };
}

function outlineOf(name: 'path' | 'circle', { d = '', cx, cy, r }: Attributes): Outline {
  return name === 'path' ? { path: d } : { circle: [Number(cx), Number(cy), Number(r)] };
}

function shapeOf(outline: Outline, all: Attributes, clips: ReadonlyMap<string, Outline>): Shape {
  return {
    outline,
    clip: clips.get(all['clip-path'] ?? '') ?? null,
    fill: paint(all.fill ?? '#000000'),
    stroke: paint(all.stroke ?? 'none'),
    strokeWidth: Number(all['stroke-width'] ?? 1),
    roundCap: all['stroke-linecap'] === 'round',
    opacity: Number(all.opacity ?? 1),
  };
}

function paint(colour: string): string | null {
  if (colour === 'none') return null;
  if (/^#([0-9a-f]{3}|[0-9a-f]{6})$/i.test(colour)) return colour;
  throw new UnsupportedPicture(`paint ${colour}`);
}
