import { crc32, deflateSync } from 'node:zlib';

// The demonstration's pictures and document, drawn and written by the program: stylized works at four stages, and a page of
// text. The same always come out, byte for byte.

export const ESCENAS = ['calle', 'edificio', 'tanque'] as const;
export type Escena = (typeof ESCENAS)[number];
/** The stages of a work, from the traced ground to the finished work. */
export const ETAPAS = [0, 1, 2, 3] as const;
export type Etapa = (typeof ETAPAS)[number];

const WIDTH = 1200;
const HEIGHT = 800;
/** The first row of the ground. */
const HORIZON = 420;

type Colour = readonly [red: number, green: number, blue: number];
type Point = readonly [x: number, y: number];

const SKY: [Colour, Colour] = [
  [126, 183, 222],
  [225, 238, 244],
];
const SOIL: [Colour, Colour] = [
  [196, 178, 140],
  [168, 142, 98],
];
const LEAVES: Colour = [74, 120, 66];
const STRING: Colour = [250, 250, 240];
const STAKE: Colour = [150, 60, 40];
const GRAVEL: Colour = [205, 196, 178];
const ASPHALT: Colour = [66, 68, 74];
const KERB: Colour = [214, 214, 210];
const YELLOW: Colour = [236, 190, 60];
const CONCRETE: Colour = [170, 172, 172];
const STEEL: Colour = [110, 84, 66];
const BLOCKS: Colour = [186, 178, 168];
const LIME: Colour = [242, 228, 196];
const GLASS: Colour = [96, 142, 170];
const DOOR: Colour = [120, 72, 44];
const WATER: Colour = [44, 110, 168];
const DARK: Colour = [40, 44, 52];

/** A canvas of pixels, three bytes each. */
const createCanvas = () => Buffer.alloc(WIDTH * HEIGHT * 3);

/** Fills a polygon, row by row. */
function fill(canvas: Buffer, points: Point[], [red, green, blue]: Colour): void {
  const rows = points.map(([, y]) => y);
  const last = Math.min(HEIGHT, Math.ceil(Math.max(...rows)));
  for (let row = Math.max(0, Math.floor(Math.min(...rows))); row < last; row++) {
    const middle = row + 0.5;
    const crossings = points
      .flatMap(([x, y], i) => {
        const [otherX, otherY] = points[(i + 1) % points.length] as Point;
        const isCrossed = y <= middle !== otherY <= middle;
        return isCrossed ? [x + ((middle - y) / (otherY - y)) * (otherX - x)] : [];
      })
      .sort((a, b) => a - b);
    for (let i = 0; i + 1 < crossings.length; i += 2) {
      const from = Math.max(0, Math.round(crossings[i] as number));
      const to = Math.min(WIDTH, Math.round(crossings[i + 1] as number));
      for (let at = (row * WIDTH + from) * 3; at < (row * WIDTH + to) * 3; at += 3) {
        canvas[at] = red;
        canvas[at + 1] = green;
        canvas[at + 2] = blue;
      }
    }
  }
}

const box = (canvas: Buffer, x: number, y: number, width: number, height: number, of: Colour) =>
  fill(
    canvas,
    [
      [x, y],
      [x + width, y],
      [x + width, y + height],
      [x, y + height],
    ],
    of,
  );

const disc = (canvas: Buffer, x: number, y: number, radius: number, of: Colour) =>
  fill(
    canvas,
    Array.from({ length: 40 }, (_, i) => {
      const angle = (i * Math.PI) / 20;
      return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)] as const;
    }),
    of,
  );

/** Fills rows from one colour to another, from above to below. */
function shade(canvas: Buffer, top: number, bottom: number, [from, to]: [Colour, Colour]): void {
  for (let row = top; row < bottom; row++) {
    const part = (row - top) / (bottom - top);
    const colour = from.map((value, i) =>
      Math.round(value + ((to[i] as number) - value) * part),
    ) as unknown as Colour;
    box(canvas, 0, row, WIDTH, 1, colour);
  }
}

/** Sky, sun, trees and ground; below, a strip with as many marks as stages have been reached. */
function drawLandscape(canvas: Buffer, etapa: Etapa): void {
  shade(canvas, 0, HORIZON, SKY);
  disc(canvas, 1010, 120, 60, [250, 226, 140]);
  for (let x = -20; x < WIDTH + 40; x += 62) {
    disc(canvas, x, HORIZON - 14 - ((x * 7) % 23), 40 + ((x * 5) % 19), LEAVES);
  }
  shade(canvas, HORIZON, HEIGHT, SOIL);
  box(canvas, 0, HORIZON, WIDTH, 12, [150, 150, 96]);
  box(canvas, 0, HEIGHT - 44, WIDTH, 44, DARK);
  for (const each of ETAPAS) {
    const isReached = each <= etapa;
    box(canvas, 30 + each * 290, HEIGHT - 30, 270, 16, isReached ? YELLOW : [84, 90, 100]);
  }
}

/** Stakes with a string between them, around an area on the ground. */
function trace(canvas: Buffer, corners: Point[]): void {
  corners.forEach(([x, y], i) => {
    const [nextX, nextY] = corners[(i + 1) % corners.length] as Point;
    const string: Point[] = [
      [x, y - 26],
      [nextX, nextY - 26],
      [nextX + 2, nextY - 21],
      [x + 2, y - 21],
    ];
    fill(canvas, string, STRING);
  });
  for (const [x, y] of corners) box(canvas, x - 5, y - 40, 10, 46, STAKE);
}

/** The part of a road from the bottom up to a row; `width` is that of the whole at the bottom. */
function road(canvas: Buffer, width: number, far: number, of: Colour): void {
  const bottom = HEIGHT - 44;
  const half = (y: number) => (width / 2) * ((y - HORIZON + 20) / (bottom - HORIZON + 20));
  const [near, distant] = [half(bottom), half(far)];
  const middle = WIDTH / 2;
  const points: Point[] = [
    [middle - near, bottom],
    [middle + near, bottom],
    [middle + distant, far],
    [middle - distant, far],
  ];
  fill(canvas, points, of);
}

const SCENES: Record<Escena, (canvas: Buffer, etapa: Etapa) => void> = {
  calle(canvas, etapa) {
    const far = HORIZON + 12;
    if (etapa === 0) {
      const corners: Point[] = [
        [180, 740],
        [1020, 740],
        [660, 450],
        [540, 450],
      ];
      return trace(canvas, corners);
    }
    road(canvas, 1000, far, etapa === 3 ? KERB : GRAVEL);
    road(canvas, 860, far, etapa === 3 ? ASPHALT : [190, 176, 150]);
    if (etapa === 2) road(canvas, 860, 560, ASPHALT);
    if (etapa < 3) {
      // A roller.
      box(canvas, 640, 500, 150, 70, YELLOW);
      box(canvas, 680, 430, 70, 70, YELLOW);
      box(canvas, 690, 440, 50, 44, GLASS);
      disc(canvas, 655, 580, 38, DARK);
      disc(canvas, 780, 580, 30, DARK);
      return;
    }
    for (const [y, height] of [
      [450, 14],
      [490, 26],
      [550, 40],
      [630, 60],
    ] as const) {
      // biome-ignore format: one row a line
      box(canvas, 600 - height / 8, y, height / 4, height, YELLOW);
    }
    for (const [x, top, base] of [
      [210, 250, 690],
      [390, 330, 560],
      [990, 250, 690],
      [810, 330, 560],
    ] as const) {
      // biome-ignore format: one row a line
      box(canvas, x - 4, top, 8, base - top, STEEL);
      box(canvas, x < 600 ? x : x - 70, top, 70, 10, STEEL);
    }
  },

  edificio(canvas, etapa) {
    if (etapa === 0) {
      const corners: Point[] = [
        [240, 660],
        [960, 660],
        [860, 520],
        [340, 520],
      ];
      return trace(canvas, corners);
    }
    box(canvas, 230, 620, 740, 40, CONCRETE);
    for (let x = 250; x < 960; x += 138) box(canvas, x, 330, 22, 290, CONCRETE);
    if (etapa === 1) {
      for (let x = 250; x < 960; x += 138)
        for (const at of [2, 9, 16]) box(canvas, x + at, 290, 3, 40, STEEL);
      return;
    }
    box(canvas, 250, 330, 710, 290, etapa === 2 ? BLOCKS : LIME);
    box(canvas, 230, 300, 750, 32, etapa === 2 ? CONCRETE : [168, 76, 52]);
    for (let x = 290; x < 900; x += 140) {
      if (x === 570) box(canvas, x, 450, 80, 170, etapa === 2 ? DARK : DOOR);
      else box(canvas, x, 400, 80, 90, etapa === 2 ? DARK : GLASS);
    }
    if (etapa === 2) {
      for (const x of [240, 480, 720, 955]) box(canvas, x, 260, 7, 400, STEEL);
      for (const y of [300, 420, 540]) box(canvas, 236, y, 730, 8, STEEL);
      return;
    }
    box(canvas, 550, 620, 120, 20, KERB);
    box(canvas, 1030, 220, 8, 440, STEEL);
    box(canvas, 1038, 224, 30, 56, [0, 104, 71]);
    box(canvas, 1068, 224, 30, 56, [255, 255, 255]);
    box(canvas, 1098, 224, 30, 56, [206, 17, 38]);
  },

  tanque(canvas, etapa) {
    if (etapa === 0) {
      const corners: Point[] = [
        [430, 660],
        [770, 660],
        [720, 560],
        [480, 560],
      ];
      return trace(canvas, corners);
    }
    box(canvas, 440, 640, 320, 36, CONCRETE);
    const top = etapa === 1 ? 480 : 330;
    for (const x of [470, 590, 710]) box(canvas, x, top, 24, 640 - top, CONCRETE);
    if (etapa === 1) {
      for (const x of [470, 590, 710])
        for (const at of [3, 11, 19]) box(canvas, x + at, 430, 3, 50, STEEL);
      return;
    }
    box(canvas, 470, 470, 264, 14, CONCRETE);
    box(canvas, 430, 310, 340, 26, CONCRETE);
    if (etapa === 2) {
      box(canvas, 460, 220, 280, 90, BLOCKS);
      for (const x of [420, 600, 780]) box(canvas, x, 190, 7, 480, STEEL);
      for (const y of [240, 370, 520]) box(canvas, 416, y, 376, 8, STEEL);
      return;
    }
    box(canvas, 450, 150, 300, 160, WATER);
    const roof: Point[] = [
      [440, 150],
      [760, 150],
      [600, 90],
    ];
    fill(canvas, roof, [30, 80, 126]);
    box(canvas, 450, 210, 300, 26, [250, 250, 250]);
    box(canvas, 744, 310, 14, 330, WATER);
  },
};

/** A picture of a work at a stage, as PNG. */
export function drawObra(escena: Escena, etapa: Etapa): Buffer {
  const canvas = createCanvas();
  drawLandscape(canvas, etapa);
  SCENES[escena](canvas, etapa);
  return writePng(canvas);
}

/** A PNG of the canvas: 8 bits a colour, rows without a filter. */
function writePng(canvas: Buffer): Buffer {
  const rows = Buffer.alloc((WIDTH * 3 + 1) * HEIGHT);
  for (let row = 0; row < HEIGHT; row++) {
    canvas.copy(rows, row * (WIDTH * 3 + 1) + 1, row * WIDTH * 3, (row + 1) * WIDTH * 3);
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(WIDTH, 0);
  head.writeUInt32BE(HEIGHT, 4);
  head.set([8, 2], 8);
  const chunk = (type: string, data: Buffer) => {
    const named = Buffer.concat([Buffer.from(type), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(named));
    return Buffer.concat([length, named, sum]);
  };
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows, { level: 1 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A PDF of one page with these lines, the first of them larger. */
export function writePdf([title = '', ...lines]: string[]): Buffer {
  const shown = (text: string) => `(${text.replace(/[\\()]/g, '\\$&')}) Tj`;
  const page = `BT /F 18 Tf 72 700 Td ${shown(title)} /F 11 Tf 0 -34 Td 16 TL ${lines
    .map((line) => `${shown(line)} T*`)
    .join(' ')} ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> >> >>',
    `<< /Length ${page.length} >>\nstream\n${page}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
  ];
  let text = '%PDF-1.4\n';
  const places = objects.map((object, i) => {
    const at = text.length;
    text += `${i + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(at).padStart(10, '0')} 00000 n \n`;
  });
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join('')}`;
  const end = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`;
  return Buffer.from(text + table + end, 'latin1');
}
