import type { Element, Root } from 'hast';
import { fromParse5 } from 'hast-util-from-parse5';
import { toHtml } from 'hast-util-to-html';
import { defaultTreeAdapter, parseFragment } from 'parse5';

/** A picture that can't be used. Its message says why, and what to do. */
export class UnusablePicture extends Error {
  override name = 'UnusablePicture';
}

const shapes = ['path', 'rect', 'circle', 'ellipse', 'line', 'polyline', 'polygon'];
const frames = ['svg', 'g', 'defs', 'title', 'desc', 'style', 'clipPath', 'mask', 'symbol'];
const paints = ['linearGradient', 'radialGradient', 'stop'];
const allowed: ReadonlySet<string> = new Set([...shapes, ...frames, ...paints]);
/** Words need a font, and the others show what a paper can't: a logo is drawn right or not at all. */
const undrawable: ReadonlySet<string> = new Set(['text', 'image', 'foreignObject', 'use', 'pattern']);

const attributes: ReadonlySet<string> = new Set([
  'id',
  'className',
  'style',
  'd',
  'x',
  'y',
  'x1',
  'y1',
  'x2',
  'y2',
  'cx',
  'cy',
  'r',
  'rx',
  'ry',
  'fx',
  'fy',
  'width',
  'height',
  'points',
  'viewBox',
  'preserveAspectRatio',
  'transform',
  'gradientTransform',
  'offset',
  'gradientUnits',
  'spreadMethod',
  'clipPathUnits',
  'maskUnits',
  'fill',
  'fillOpacity',
  'fillRule',
  'stroke',
  'strokeWidth',
  'strokeLineCap',
  'strokeLineJoin',
  'strokeDashArray',
  'strokeDashOffset',
  'strokeOpacity',
  'strokeMiterLimit',
  'opacity',
  'clipPath',
  'clipRule',
  'mask',
  'stopColor',
  'stopOpacity',
  'color',
  'xmlns',
]);

/** Elements around shapes that do more than to hold them. They become groups: drawing programs wrap whole logos. */
const wrappers = new Set(['a', 'switch']);

/** The deepest nesting, and the most elements. */
const [deepest, most] = [50, 5_000];

/**
 * Matches styles and values that load something, or that could hide it. DANGER: a style is written as it is read, so a
 * `<` of it could end the element and begin another one.
 */
const loads = /@import|expression|javascript:|\\|<|url\(\s*['"]?(?!#|['"]?#)/i;

/**
 * Returns an SVG that has only shapes, their colours and their gradients: nothing that runs, loads or links.
 * @throws UnusablePicture
 */
export function cleanSvg(given: string): { svg: string; removed: string[] } {
  const tree = fromParse5(parseFragment(given.replace(/^\uFEFF/, ''), { treeAdapter: defaultTreeAdapter })) as Root;
  const root = tree.children.find((child): child is Element => child.type === 'element' && child.tagName === 'svg');
  if (!root) throw new UnusablePicture('is no SVG: it has no <svg> element.');
  const removed = new Set<string>();
  let count = 0;
  const clean = (element: Element, depth: number): Element => {
    count += 1;
    if (depth > deepest || count > most) throw new UnusablePicture('has too many elements. Simplify the drawing.');
    const children = element.children.flatMap((child): Element['children'] => {
      if (child.type === 'text') return [child];
      if (child.type !== 'element') return [];
      if (undrawable.has(child.tagName))
        throw new UnusablePicture(`has <${child.tagName}>. Convert texts to outlines, and pictures to shapes.`);
      const isKnown = allowed.has(child.tagName) || wrappers.has(child.tagName);
      if (!isKnown || (child.tagName === 'style' && loads.test(textIn(child)))) {
        removed.add(`<${child.tagName}>`);
        return [];
      }
      const cleaned = clean(child, depth + 1);
      return [wrappers.has(child.tagName) ? { ...cleaned, tagName: 'g' } : cleaned];
    });
    return { ...element, properties: cleanProperties(element, removed), children };
  };
  const svg = clean(root, 0);
  svg.properties = { ...svg.properties, xmlns: 'http://www.w3.org/2000/svg', viewBox: viewBoxOf(svg) };
  const text = toHtml(svg, {
    space: 'svg',
    closeEmptyElements: true,
    characterReferences: { useNamedReferences: false },
  });
  return { svg: text, removed: [...removed] };
}

function cleanProperties({ properties }: Element, removed: Set<string>): Element['properties'] {
  return Object.fromEntries(
    Object.entries(properties).filter(([name, value]) => {
      const isFine = attributes.has(name) && !loads.test(String(value));
      // Namespaces and data of drawing programs go without a word.
      if (!isFine && /^on|href|^style$/i.test(name)) removed.add(name);
      return isFine;
    }),
  );
}

const textIn = ({ children }: Element): string =>
  children.map((child) => (child.type === 'text' ? child.value : '')).join('');

/** Returns the drawing's own frame, or that of its size. */
function viewBoxOf({ properties }: Element): string {
  const { viewBox, width, height } = properties;
  if (typeof viewBox === 'string' && /^\s*(-?[\d.]+[\s,]+){3}[\d.]+\s*$/.test(viewBox)) return viewBox;
  const [wide, high] = [Number.parseFloat(String(width)), Number.parseFloat(String(height))];
  if (wide > 0 && high > 0) return `0 0 ${wide} ${high}`;
  throw new UnusablePicture('has no viewBox. Give the <svg> element its frame, such as viewBox="0 0 240 60".');
}
