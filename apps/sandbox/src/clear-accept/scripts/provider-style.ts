import type { FieldStyle } from '../../cards/scripts/frame-messages.ts';
import { fail } from '../../cards/scripts/script-error.ts';

type Properties = Readonly<Record<string, string>>;

/** The style that a page wants for the fields, in the form of the provider's public demo. */
export interface ProviderStyle {
  readonly logoAlignment?: string;
  readonly base?: Part;
  readonly invalid?: Part;
}

/** The properties of the field itself, and of its parts. */
type Part = Readonly<Record<string, string | Properties>>;

const parts: readonly string[] = ['logoAlignment', 'base', 'invalid'];
const inner: readonly string[] = ['placeHolder', 'cardLogo', 'focus'];

/**
 * Returns the style in the form that our frames use. A name that the demo does not have is refused, so that a page
 * with another provider's styles is noticed. This is the sandbox's own convention.
 */
export function toFieldStyle(style: ProviderStyle): FieldStyle {
  refuseOthers(Object.keys(style), parts);
  const { base = {}, invalid = {} } = style;
  for (const part of [base, invalid])
    refuseOthers(
      Object.keys(part).filter((name) => typeof part[name] !== 'string'),
      inner,
    );
  return {
    input: propertiesOf(base),
    ':focus': innerOf(base, 'focus'),
    placeholder: innerOf(base, 'placeHolder'),
    '.invalid': propertiesOf(invalid),
  };
}

function refuseOthers(names: readonly string[], known: readonly string[]): void {
  const other = names.find((name) => !known.includes(name));
  if (other !== undefined) throw fail('badArgument', `style: ${other} is not known.`);
}

const propertiesOf = (part: Part): Properties =>
  renamed(
    Object.fromEntries(Object.entries(part).filter((pair): pair is [string, string] => typeof pair[1] === 'string')),
  );

function innerOf(part: Part, name: string): Properties {
  const found = part[name];
  return typeof found === 'object' ? renamed(found) : {};
}

/** Renames the provider's own property for the colour of text. */
function renamed({ fontColor, ...properties }: Properties): Properties {
  return { ...properties, ...(fontColor === undefined ? {} : { color: fontColor }) };
}
