/**
 * Draws the demo shop's products: a few plain shapes on a pale ground of the product's colour, the
 * same at every run. Shapes are distances to their edge, so that edges are smooth at any size;
 * lengths are fractions of the side.
 */
import { encodePng } from '@balcao/shared/test/encode-png.ts'
import type { Motif } from './shop-data.ts'

type Colour = readonly [number, number, number]
/** Returns the distance of a point from a shape's edge; negative inside. */
type Shape = (x: number, y: number) => number

const WHITE: Colour = [255, 255, 255]
const EARTH: Colour = [68, 48, 34]

const parse = (hex: string): Colour =>
  [1, 3, 5].map(at => Number.parseInt(hex.slice(at, at + 2), 16)) as unknown as Colour
const mix = (a: Colour, b: Colour, share: number): Colour =>
  a.map((part, i) => Math.round(part + ((b[i] ?? part) - part) * share)) as unknown as Colour

/** Returns a box by its middle, with round corners. */
const box =
  (cx: number, cy: number, width: number, height: number, radius = 0.02): Shape =>
  (x, y) => {
    const [dx, dy] = [Math.abs(x - cx) - width / 2 + radius, Math.abs(y - cy) - height / 2 + radius]
    return Math.hypot(Math.max(dx, 0), Math.max(dy, 0)) + Math.min(Math.max(dx, dy), 0) - radius
  }

const disc =
  (cx: number, cy: number, radius: number): Shape =>
  (x, y) =>
    Math.hypot(x - cx, y - cy) - radius

const ring =
  (cx: number, cy: number, radius: number, width: number): Shape =>
  (x, y) =>
    Math.abs(disc(cx, cy, radius)(x, y)) - width / 2

/** Returns the intersection of two discs: a leaf or a bean of this length, rotated (radians). */
function leaf(cx: number, cy: number, length: number, width: number, turn: number): Shape {
  const radius = (length ** 2 + width ** 2) / (4 * width)
  const away = radius - width / 2
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)]
  return (x, y) => {
    const [dx, dy] = [x - cx, y - cy]
    const [along, across] = [dx * cos + dy * sin, Math.abs(dy * cos - dx * sin)]
    return Math.hypot(along, across + away) - radius
  }
}

/** Returns a pot: narrower at its foot. */
const pot =
  (cx: number, cy: number, top: number, foot: number, height: number): Shape =>
  (x, y) => {
    const down = (y - cy) / height + 0.5
    const half = (top + (foot - top) * down) / 2
    return Math.max(Math.abs(x - cx) - half, Math.abs(y - cy) - height / 2)
  }

/** Layers from the back to the front. `variant` distinguishes the products of one kind. */
const MOTIFS: Record<Motif, (colour: Colour, variant: number) => [Shape, Colour][]> = {
  bag: (colour, variant) => [
    [box(0.5, 0.56, 0.44, 0.6, 0.03), colour],
    [box(0.5, 0.28, 0.44, 0.09, 0.02), mix(colour, EARTH, 0.5)],
    [box(0.5, 0.6, 0.32, 0.3, 0.02), mix(colour, WHITE, 0.86)],
    ...Array.from({ length: variant + 1 }, (_, i): [Shape, Colour] => [
      leaf(0.5 + (i - variant / 2) * 0.062, 0.58, 0.1, 0.055, 1.1),
      EARTH,
    ]),
    [box(0.5, 0.69, 0.2, 0.018, 0.009), mix(colour, WHITE, 0.35)],
  ],
  tin: (colour, variant) => [
    [box(0.5, 0.58, 0.44, 0.5, 0.03), colour],
    [box(0.5, 0.32, 0.48, 0.09, 0.03), mix(colour, WHITE, 0.35)],
    [disc(0.5, 0.58, 0.15), mix(colour, WHITE, 0.88)],
    ...Array.from({ length: (variant % 3) + 2 }, (_, i): [Shape, Colour] => [
      leaf(0.5 + (i - ((variant % 3) + 1) / 2) * 0.05, 0.58, 0.17, 0.06, 1.57 + (i - ((variant % 3) + 1) / 2) * 0.45),
      mix(colour, EARTH, 0.15),
    ]),
  ],
  bar: (colour, variant) => [
    [box(0.5, 0.4, 0.36, 0.5, 0.02), mix(colour, EARTH, 0.6)],
    ...[0, 1, 2].flatMap(row =>
      [0, 1, 2].map((column): [Shape, Colour] => [
        box(0.385 + column * 0.115, 0.2 + row * 0.1, 0.095, 0.082, 0.012),
        mix(colour, EARTH, 0.35),
      ]),
    ),
    [box(0.5, 0.64, 0.42, 0.4, 0.02), colour],
    [box(0.5, 0.64, 0.42, 0.03 + variant * 0.018, 0), mix(colour, WHITE, 0.75)],
    [box(0.5, 0.78, 0.2, 0.02, 0.01), mix(colour, WHITE, 0.5)],
  ],
  mug: (colour, variant) => [
    [ring(0.66, 0.56, 0.12, 0.05), mix(colour, EARTH, 0.2)],
    [box(0.46, 0.57, 0.4, 0.44, 0.05), colour],
    ...Array.from({ length: variant }, (_, i): [Shape, Colour] => [
      box(0.46, 0.47 + i * 0.075, 0.4, 0.03, 0),
      mix(colour, WHITE, 0.7),
    ]),
    [leaf(0.39, 0.25, 0.16, 0.03, 1.4), mix(colour, WHITE, 0.45)],
    [leaf(0.53, 0.23, 0.18, 0.03, 1.75), mix(colour, WHITE, 0.45)],
  ],
  plant: (colour, variant) => [
    ...Array.from({ length: 5 + variant }, (_, i): [Shape, Colour] => {
      const turn = Math.PI * (0.14 + (0.72 * i) / (4 + variant))
      const [cos, sin] = [Math.cos(turn), Math.sin(turn)]
      return [leaf(0.5 - cos * 0.18, 0.56 - sin * 0.2, 0.38, 0.1, turn), mix(colour, i % 2 ? WHITE : EARTH, 0.18)]
    }),
    [pot(0.5, 0.72, 0.36, 0.26, 0.26), [180, 98, 62]],
    [box(0.5, 0.6, 0.42, 0.07, 0.015), [201, 119, 80]],
  ],
  notebook: (colour, variant) => [
    [box(0.53, 0.52, 0.46, 0.62, 0.02), mix(colour, EARTH, 0.55)],
    [box(0.5, 0.5, 0.46, 0.62, 0.02), colour],
    [box(0.31, 0.5, 0.08, 0.62, 0.02), mix(colour, EARTH, 0.35)],
    [box(0.54, 0.36, 0.24, 0.14, 0.015), mix(colour, WHITE, 0.88)],
    ...Array.from({ length: variant + 1 }, (_, i): [Shape, Colour] => [
      box(0.54, 0.55 + i * 0.05, 0.24, 0.014, 0.007),
      mix(colour, WHITE, 0.45),
    ]),
  ],
}

/** Pixels a side of a tile, which is drawn at a time. */
const TILE = 16

function paint(
  pixels: Uint8Array,
  size: number,
  { left, top }: { left: number; top: number },
  ground: Colour,
  layers: [Shape, Colour][],
): void {
  for (let y = top; y < Math.min(size, top + TILE); y++)
    for (let x = left; x < Math.min(size, left + TILE); x++) {
      let seen = ground
      for (const [shape, colour] of layers) {
        const cover = 0.5 - shape((x + 0.5) / size, (y + 0.5) / size) * size
        if (cover > 0) seen = cover >= 1 ? colour : mix(seen, colour, cover)
      }
      pixels.set(seen, (y * size + x) * 3)
    }
}

/**
 * Returns the picture of a product as a PNG.
 * @param colour `#rrggbb`
 * @param variant 0 to 4
 * @param size pixels a side
 */
export function drawProduct(motif: Motif, colour: string, variant: number, size: number): Buffer {
  const own = parse(colour)
  const ground = mix(own, WHITE, 0.84)
  const layers: [Shape, Colour][] = [
    [leaf(0.5, 0.885, 0.7, 0.05, 0), mix(own, WHITE, 0.68)],
    ...MOTIFS[motif](own, variant),
  ]
  const pixels = new Uint8Array(size * size * 3)
  for (let top = 0; top < size; top += TILE)
    for (let left = 0; left < size; left += TILE) {
      // A shape too far from the middle of a tile to reach into it is skipped for its points.
      const [x, y] = [(left + TILE / 2) / size, (top + TILE / 2) / size]
      const near = layers.filter(([shape]) => shape(x, y) * size < TILE)
      paint(pixels, size, { left, top }, ground, near)
    }
  return encodePng(pixels, size)
}
