import { crc32, deflateSync } from 'node:zlib'

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}

/**
 * Returns a picture as a PNG (ISO 15948): truecolour, three bytes a pixel, unfiltered lines; square
 * by default.
 */
export function encodePng(pixels: Uint8Array, width: number, height = width): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  // Bits a sample, and colour type 2; compression, filter and interlace are 0.
  header.set([8, 2], 8)
  const [line, lines] = [width * 3, Buffer.alloc(height * (width * 3 + 1))]
  for (let y = 0; y < height; y++) lines.set(pixels.subarray(y * line, (y + 1) * line), y * (line + 1) + 1)
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(lines)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
