import {
  IconAlertTriangle,
  IconApps,
  IconCalendar,
  IconCamera,
  IconCloud,
  IconMap,
  IconPlug,
  IconRipple,
  IconTool,
} from '@tabler/icons-react';

/** The pictures that a manifest can name. */
const icons: Readonly<Record<string, typeof IconApps>> = {
  calendar: IconCalendar,
  camera: IconCamera,
  map: IconMap,
  power: IconPlug,
  tides: IconRipple,
  warnings: IconAlertTriangle,
  weather: IconCloud,
  work: IconTool,
};

/** A part's picture; that of any app where its name is none of ours. */
export function AppIcon({ name }: { name: string }) {
  const Icon = Object.hasOwn(icons, name) ? icons[name] : undefined;
  return Icon ? <Icon size={20} aria-hidden="true" /> : <IconApps size={20} aria-hidden="true" />;
}
