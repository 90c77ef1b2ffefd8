// A browser that resists fingerprinting gives noise for what was drawn on a canvas (Firefox with privacy.resistFingerprinting, Mullvad,
// Tor), and says nothing of it. So known colours are drawn, encoded and read back.

/** Colours that JPEG hardly changes. */
const COLORS = [
  [230, 30, 30],
  [30, 200, 30],
  [30, 30, 230],
  [245, 245, 245],
  [128, 128, 128],
  [15, 15, 15],
  [235, 235, 40],
  [40, 190, 190],
] as const;
/** The side of a colour's square, in pixels, and its margin, which the compression mixes with the next one. */
const SIDE = 16;
const SQUARE_MARGIN = 4;
/** How far a value may be off: more than any compression, and than the noise of browsers that change the last bits alone. */
const FAR = 48;

/** Whether a canvas has what is drawn on it, as pixels and as the file that is made of it. Its user may change that at any time. */
export async function isCanvasTrue(): Promise<boolean> {
  const canvas = document.createElement('canvas');
  canvas.width = SIDE * COLORS.length;
  canvas.height = SIDE;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) return false;
  COLORS.forEach((color, i) => {
    context.fillStyle = `rgb(${color.join(' ')})`;
    context.fillRect(i * SIDE, 0, SIDE, SIDE);
  });
  if (!hasColors(context)) return false;
  const file = await new Promise<Blob | null>((resolve) =>
    canvas.toBlob(resolve, 'image/jpeg', 0.85),
  );
  const picture = file && (await createImageBitmap(file).catch(() => null));
  if (!picture) return false;
  context.clearRect(0, 0, canvas.width, canvas.height);
  context.drawImage(picture, 0, 0);
  picture.close();
  return hasColors(context);
}

const hasColors = (context: CanvasRenderingContext2D) =>
  COLORS.every((color, i) => {
    const inner = SIDE - 2 * SQUARE_MARGIN;
    const { data } = context.getImageData(i * SIDE + SQUARE_MARGIN, SQUARE_MARGIN, inner, inner);
    return data.every((value, at) => Math.abs(value - (color[at % 4] ?? 255)) <= FAR);
  });
