import type { FieldStyle } from '../../paysafe/scripts/frame-messages.ts';
import { fail } from '../../paysafe/scripts/script-error.ts';

type Properties = Readonly<Record<string, string>>;

/** How a page wants the fields to look, in the form of the provider's public demo. */
export interface ProviderStyle {
  readonly logoAlignment?: string;
  readonly base?: Part;
  readonly invalid?: Part;
}

/** Properties of the field itself, and of what is in it. */
type Part = Readonly<Record<string, string | Properties>>;

const parts: readonly string[] = ['logoAlignment', 'base', 'invalid'];
const inner: readonly string[] = ['placeHolder', 'cardLogo', 'focus'];

/**
 * The same as our frames draw it. Whatever the demo does not have is refused, so that a page that styles another
 * provider's fields shows up: an own convention.
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

/** The provider's own word for a colour of text. */
function renamed({ fontColor, ...properties }: Properties): Properties {
  return { ...properties, ...(fontColor === undefined ? {} : { color: fontColor }) };
}
