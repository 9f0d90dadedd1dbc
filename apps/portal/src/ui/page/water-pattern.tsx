import styles from './water-pattern.module.css';

/** The sea in layers, from the horizon to the quay: the position, height and length of each swell. */
const layers = [
  { y: 400, height: 3, length: 120, shade: 2 },
  { y: 436, height: 6, length: 170, shade: 3 },
  { y: 490, height: 10, length: 230, shade: 4 },
  { y: 568, height: 15, length: 310, shade: 5 },
  { y: 668, height: 20, length: 400, shade: 6 },
  { y: 786, height: 26, length: 500, shade: 7 },
];

/** Water in the marina's colour, for a marina without a picture. It has no meaning, so screen readers ignore it. */
export function WaterPattern() {
  return (
    <svg className={styles.water} viewBox="0 0 800 900" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <circle cx="560" cy="330" r="64" className={styles.sun} />
      {layers.map((layer) => (
        <path key={layer.shade} d={swell(layer)} />
      ))}
    </svg>
  );
}

/**
 * Returns the path of one layer: swells along its top, water down to the edge. Each starts at another place, so
 * that no crests line up.
 */
function swell({ y, height, length, shade }: (typeof layers)[number]): string {
  const start = -length * (1 + ((shade * 0.37) % 1));
  const waves = Math.ceil((800 - start) / (length * 2)) + 1;
  return `M${start} ${y}${`q${length / 2} ${-height} ${length} 0t${length} 0`.repeat(waves)}V900H${start}Z`;
}
