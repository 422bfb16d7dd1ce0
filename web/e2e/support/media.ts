import { Buffer } from 'node:buffer'
import { encodePng } from '@balcao/shared/test/encode-png.ts'

/** Returns a picture with a gradient: a real PNG of the given size. */
export function png(width: number, height: number): Buffer {
  const pixels = new Uint8Array(width * height * 3)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++)
      pixels.set([Math.round((x * 255) / width), Math.round((y * 255) / height), 140], (y * width + x) * 3)
  }
  return encodePng(pixels, width, height)
}

/** Returns one second of a tone, first loud, then a tenth as loud: a WAV that a browser plays. */
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

/** First box of an MP4: enough to be sent as a video. */
export const MP4 = Buffer.from('000000186674797069736f6d0000020069736f6d69736f32', 'hex')
