import { PNG } from 'pngjs';

const width = 500;
const height = 300;

let drawn: string | undefined;

/** Returns the signature of the demo's customers: a PNG as a data URL. It is drawn once. */
export const demoSignature = (): string => (drawn ??= draw());

/** Draws a signature as a pen would: loops that get smaller, and a line below. */
function draw(): string {
  const image = new PNG({ width, height });
  for (let step = 0; step <= 2_400; step += 1) {
    const part = step / 2_400;
    const reach = 70 * (1 - part * 0.75);
    const turn = part * Math.PI * 9;
    dot(image, 70 + part * 330 + reach * 0.5 * Math.cos(turn), 150 + reach * Math.sin(turn));
    dot(image, 90 + part * 320, 238 - part * 26 + 4 * Math.sin(part * 9));
  }
  return `data:image/png;base64,${PNG.sync.write(image).toString('base64')}`;
}

function dot({ data }: PNG, centreX: number, centreY: number): void {
  for (let y = Math.floor(centreY) - 2; y <= centreY + 2; y += 1)
    for (let x = Math.floor(centreX) - 2; x <= centreX + 2; x += 1) {
      if (x < 0 || y < 0 || x >= width || y >= height || Math.hypot(x - centreX, y - centreY) > 2.6) continue;
      const at = (y * width + x) * 4;
      data.set([0x12, 0x2b, 0x4a, 255], at);
    }
}
