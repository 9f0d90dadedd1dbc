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

/** The icons that a manifest can name. */
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

/** The icon of a part. An unknown name gets the general icon. */
export function AppIcon({ name }: { name: string }) {
  const Icon = Object.hasOwn(icons, name) ? icons[name] : undefined;
  return Icon ? <Icon size={20} aria-hidden="true" /> : <IconApps size={20} aria-hidden="true" />;
}
