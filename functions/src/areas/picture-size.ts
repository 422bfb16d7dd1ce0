/**
 * Reads width and height from a picture's header, without decoding it. Packages in the registry
 * skip JPEG markers that decoders accept, so a hostile file would show them another size than the
 * one it is decoded to.
 */
import { pictureType } from './picture-type.ts'

type PictureSize = { width: number; height: number }

/** Result when more bytes are needed. */
export const CUT = 'cut'

type Found = PictureSize | typeof CUT | undefined

const sized = (width: number, height: number): PictureSize | undefined =>
  width > 0 && height > 0 ? { width, height } : undefined

const at = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
const latin1 = (bytes: Uint8Array, from: number, to: number): string =>
  Buffer.from(bytes.subarray(from, to)).toString('latin1')

/** Reads the first chunk, IHDR (ISO 15948 §11.2.1). */
function sizeOfPng(bytes: Uint8Array): Found {
  if (bytes.length < 24) return CUT
  if (latin1(bytes, 12, 16) !== 'IHDR') return undefined
  return sized(at(bytes).getUint32(16), at(bytes).getUint32(20))
}

const SOS = 0xda
const EOI = 0xd9
/** Returns whether a marker has no segment: TEM, the restarts and SOI. */
const isBare = (marker: number): boolean => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)
/**
 * Returns whether a marker is a frame header: every SOF, but not DHT, JPG and DAC, which lie among
 * them.
 */
const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

/**
 * Reads the first frame header before the data (T.81 §B.2); bytes between markers are skipped, as
 * decoders do.
 */
function sizeOfJpeg(bytes: Uint8Array): Found {
  const view = at(bytes)
  for (let next = 2; ; ) {
    next = bytes.indexOf(0xff, next)
    if (next < 0) return CUT
    while (bytes[next] === 0xff) next += 1
    if (next + 8 > bytes.length) return CUT
    const marker = bytes[next]!
    next += 1
    if (marker === SOS || marker === EOI) return undefined
    if (marker === 0 || isBare(marker)) continue
    if (isFrame(marker)) return sized(view.getUint16(next + 5), view.getUint16(next + 3))
    const length = view.getUint16(next)
    if (length < 2) return undefined
    next += length
  }
}

const EXTENSION = 0x21
const IMAGE = 0x2c
const tableBytes = (flags: number): number => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)

/**
 * Returns the larger of the logical screen and the first frame, which decoders let grow it (GIF89a
 * §18, §20).
 */
function sizeOfGif(bytes: Uint8Array): Found {
  if (bytes.length < 13) return CUT
  const view = at(bytes)
  let next = 13 + tableBytes(bytes[10]!)
  while (bytes[next] === EXTENSION) {
    next += 2
    while (bytes[next]) next += bytes[next]! + 1
    next += 1
  }
  if (next + 9 > bytes.length) return CUT
  if (bytes[next] !== IMAGE) return undefined
  const [left, top] = [view.getUint16(next + 1, true), view.getUint16(next + 3, true)]
  const [width, height] = [view.getUint16(next + 5, true), view.getUint16(next + 7, true)]
  if (!sized(width, height)) return undefined
  return {
    width: Math.max(view.getUint16(6, true), left + width),
    height: Math.max(view.getUint16(8, true), top + height),
  }
}

/**
 * Reads the first chunk (RFC 9649 §2.5 to §2.7): a frame of VP8, one of VP8L, or the canvas of
 * VP8X.
 */
function sizeOfWebp(bytes: Uint8Array): Found {
  if (bytes.length < 30) return CUT
  const view = at(bytes)
  const chunk = latin1(bytes, 12, 16)
  if (chunk === 'VP8 ') {
    if (latin1(bytes, 23, 26) !== '\x9d\x01\x2a') return undefined
    return sized(view.getUint16(26, true) & 0x3fff, view.getUint16(28, true) & 0x3fff)
  }
  if (chunk === 'VP8L') {
    if (bytes[20] !== 0x2f) return undefined
    const bits = view.getUint32(21, true)
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
  }
  if (chunk !== 'VP8X') return undefined
  // The second of three bytes is read twice, once as the high one.
  return { width: (view.getUint32(23, true) >>> 8) + 1, height: (view.getUint32(26, true) >>> 8) + 1 }
}

/**
 * Returns the size of a picture, `CUT` if its header continues beyond these bytes, undefined if
 * they are no picture.
 */
export function pictureSize(bytes: Uint8Array): Found {
  const type = pictureType(bytes)?.extension
  if (type === 'png') return sizeOfPng(bytes)
  if (type === 'jpg') return sizeOfJpeg(bytes)
  if (type === 'webp') return sizeOfWebp(bytes)
  return /^GIF8[79]a$/.test(latin1(bytes, 0, 6)) ? sizeOfGif(bytes) : undefined
}
