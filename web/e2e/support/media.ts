import { Buffer } from 'node:buffer'
import { crc32, deflateSync } from 'node:zlib'

/** A picture with a gradient: a real PNG of the given size. */
export function png(width: number, height: number): Buffer {
  const raw = Buffer.alloc((width * 3 + 1) * height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = y * (width * 3 + 1) + 1 + x * 3
      raw[at] = Math.round((x * 255) / width)
      raw[at + 1] = Math.round((y * 255) / height)
      raw[at + 2] = 140
    }
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 2], 8)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(raw)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}

/** One second of a tone, loud and then a tenth as loud: a WAV that a browser plays. */
export function tone(): Buffer {
  const rate = 8000
  const sound = Buffer.alloc(44 + rate * 2)
  sound.write('RIFF', 0)
  sound.writeUInt32LE(36 + rate * 2, 4)
  sound.write('WAVEfmt ', 8)
  sound.writeUInt32LE(16, 16)
  sound.writeUInt16LE(1, 20)
  sound.writeUInt16LE(1, 22)
  sound.writeUInt32LE(rate, 24)
  sound.writeUInt32LE(rate * 2, 28)
  sound.writeUInt16LE(2, 32)
  sound.writeUInt16LE(16, 34)
  sound.write('data', 36)
  sound.writeUInt32LE(rate * 2, 40)
  for (let i = 0; i < rate; i++)
    sound.writeInt16LE(Math.round(Math.sin(i / 4) * (i < rate / 2 ? 9000 : 900)), 44 + i * 2)
  return sound
}

export const PDF = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n')

/** The first box of an MP4: enough to be carried as a video. */
export const MP4 = Buffer.from('000000186674797069736f6d0000020069736f6d69736f32', 'hex')
