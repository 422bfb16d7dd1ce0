/**
 * Headers of pictures of a size, and nothing of their content: for tests of what looks no further.
 */
const bytes = (text: string): Buffer => Buffer.from(text, 'latin1')
const two = (value: number): number[] => [value >> 8, value & 0xff]

export function png(width = 1, height = 1): Buffer<ArrayBuffer> {
  const size = Buffer.alloc(8)
  size.writeUInt32BE(width, 0)
  size.writeUInt32BE(height, 4)
  return Buffer.concat([bytes('\x89PNG\r\n\x1a\n\0\0\0\rIHDR'), size, bytes('\x08\x02\0\0\0')])
}

/** `before`: bytes of segments about the picture that stand before its frame header. */
export function jpeg(width = 1, height = 1, before = 0, frame = 0xc0): Buffer<ArrayBuffer> {
  const segments: Buffer[] = []
  for (let left = before; left > 0; left -= 65_533) {
    const length = Math.min(left, 65_533)
    segments.push(Buffer.from([0xff, 0xe1, ...two(length + 2)]), Buffer.alloc(length, 0xc0))
  }
  const header = [0xff, frame, 0, 11, 8, ...two(height), ...two(width), 1, 1, 0x11, 0]
  return Buffer.concat([Buffer.from([0xff, 0xd8]), ...segments, Buffer.from(header), Buffer.from([0xff, 0xda, 0, 2])])
}

/** The frame is as large as the screen unless it is said. */
export function gif(width = 1, height = 1, frame: [number, number] = [width, height]): Buffer<ArrayBuffer> {
  const little = (...values: number[]) => Buffer.from(values.flatMap(value => two(value).reverse()))
  const screen = [bytes('GIF89a'), little(width, height), Buffer.from([0x80, 0, 0, 0, 0, 0, 255, 255, 255])]
  const control = Buffer.from([0x21, 0xf9, 4, 0, 0, 0, 0, 0])
  return Buffer.concat([...screen, control, bytes(','), little(0, 0, ...frame), Buffer.from([0, 2, 0, 0x3b])])
}

/** A canvas of VP8X, a frame of VP8L or one of VP8. */
export function webp(width = 1, height = 1, chunk: 'VP8X' | 'VP8L' | 'VP8 ' = 'VP8X'): Buffer<ArrayBuffer> {
  const body = Buffer.alloc(10)
  if (chunk === 'VP8X') {
    body.writeUIntLE(width - 1, 4, 3)
    body.writeUIntLE(height - 1, 7, 3)
  } else if (chunk === 'VP8L') {
    body[0] = 0x2f
    body.writeUInt32LE(((width - 1) | ((height - 1) << 14)) >>> 0, 1)
  } else {
    body.set([0x9d, 0x01, 0x2a], 3)
    body.writeUInt16LE(width, 6)
    body.writeUInt16LE(height, 8)
  }
  return Buffer.concat([bytes(`RIFF\x16\0\0\0WEBP${chunk}\n\0\0\0`), body])
}
