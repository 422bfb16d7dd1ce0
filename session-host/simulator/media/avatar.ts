import { createHash } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'

const CELLS = 5
const SCALE = 16
const MARGIN = 8
const SIZE = CELLS * SCALE + 2 * MARGIN

/** a small mirrored pattern as PNG, always the same for one number */
export function avatarPng(number: string): Buffer {
  const seed = createHash('sha256').update(number).digest()
  const color = [seed[0]! % 160, seed[1]! % 160, seed[2]! % 160]
  const rows = Buffer.alloc(SIZE * (1 + SIZE * 3), 0xee)
  for (let y = 0; y < SIZE; y++) {
    const start = y * (1 + SIZE * 3)
    rows[start] = 0
    for (let x = 0; x < SIZE; x++) {
      const [column, row] = [Math.floor((x - MARGIN) / SCALE), Math.floor((y - MARGIN) / SCALE)]
      if (column < 0 || row < 0 || column >= CELLS || row >= CELLS) continue
      const mirrored = Math.min(column, CELLS - 1 - column)
      if (seed[3 + row * 3 + mirrored]! % 2) rows.set(color, start + 1 + x * 3)
    }
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(SIZE, 0)
  header.writeUInt32BE(SIZE, 4)
  header.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const out = Buffer.alloc(body.length + 8)
  out.writeUInt32BE(data.length, 0)
  out.set(body, 4)
  out.writeUInt32BE(crc32(body), out.length - 4)
  return out
}
