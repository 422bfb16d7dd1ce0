import { createHash } from 'node:crypto'
import { encodePng } from '@balcao/shared/test/encode-png.ts'

const CELLS = 5
const SCALE = 16
const MARGIN = 8
const SIZE = CELLS * SCALE + 2 * MARGIN

/** Draws a small mirrored pattern as PNG, always the same for one number. */
export function avatarPng(number: string): Buffer {
  const seed = createHash('sha256').update(number).digest()
  const color = [seed[0]! % 160, seed[1]! % 160, seed[2]! % 160]
  const pixels = Buffer.alloc(SIZE * SIZE * 3, 0xee)
  for (let y = 0; y < SIZE; y++) {
    for (let x = 0; x < SIZE; x++) {
      const [column, row] = [Math.floor((x - MARGIN) / SCALE), Math.floor((y - MARGIN) / SCALE)]
      if (column < 0 || row < 0 || column >= CELLS || row >= CELLS) continue
      const mirrored = Math.min(column, CELLS - 1 - column)
      if (seed[3 + row * 3 + mirrored]! % 2) pixels.set(color, (y * SIZE + x) * 3)
    }
  }
  return encodePng(pixels, SIZE)
}
