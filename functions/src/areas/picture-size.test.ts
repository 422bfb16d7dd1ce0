import { deflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { gif, jpeg, png, webp } from '../../test/pictures.ts'
import { assertPicture } from './assert-picture.ts'
import { CUT, pictureSize } from './picture-size.ts'

const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1')
const after = (picture: Buffer, at: number, bytes: number[]): Buffer =>
  Buffer.concat([picture.subarray(0, at), Buffer.from(bytes), picture.subarray(at)])

describe('the size of a picture', () => {
  it.each<[string, Buffer]>([
    ['PNG', png(1200, 800)],
    ['JPEG', jpeg(1200, 800)],
    ['progressive JPEG', jpeg(1200, 800, 0, 0xc2)],
    ['arithmetic JPEG', jpeg(1200, 800, 0, 0xca)],
    ['JPEG behind its profile', jpeg(1200, 800, 200_000)],
    ['JPEG with fill bytes', after(jpeg(1200, 800), 2, [0xff, 0xff])],
    ['JPEG with bytes between markers', after(jpeg(1200, 800, 10), 16, [1, 2, 0xff, 0])],
    ['JPEG with tables first', after(jpeg(1200, 800), 2, [0xff, 0xc4, 0, 9, 8, 0, 1, 0, 1, 0, 0])],
    ['GIF', gif(1200, 800)],
    ['GIF whose frame is larger than its screen', gif(1, 1, [1200, 800])],
    ['WebP canvas', webp(1200, 800)],
    ['lossless WebP', webp(1200, 800, 'VP8L')],
    ['lossy WebP', webp(1200, 800, 'VP8 ')],
  ])('is read from the header: %s', (_, bytes) => {
    expect(pictureSize(bytes)).toEqual({ width: 1200, height: 800 })
    // Repeats it within a larger buffer, as files of a form are.
    expect(pictureSize(Buffer.concat([Buffer.alloc(7), bytes]).subarray(7))).toEqual({ width: 1200, height: 800 })
  })

  it('is not known before the header was read to its end', () => {
    for (const whole of [png(9, 9), jpeg(9, 9), jpeg(9, 9, 100), gif(9, 9), webp(9, 9)]) {
      for (let bytes = 12; pictureSize(whole.subarray(0, bytes)) === CUT; bytes++) {
        expect(assertPicture(whole.subarray(0, bytes), false)).toBe(false)
        expect(() => assertPicture(whole.subarray(0, bytes))).toThrow('ERR_UPLOAD_TYPE')
      }
      expect(assertPicture(whole, false)).toBe(true)
    }
  })

  it.each<[string, Buffer]>([
    ['nothing', Buffer.alloc(0)],
    ['a text', latin1('no picture')],
    ['a PNG by its mark alone', latin1('\x89PNG\r\n\x1a\n')],
    ['a PNG without a header', latin1('\x89PNG\r\n\x1a\n\0\0\0\rtEXt').fill(0, 16, 16)],
    ['a PNG of another first chunk', Buffer.concat([latin1('\x89PNG\r\n\x1a\n\0\0\0\x04CgBI'), Buffer.alloc(40)])],
    ['a PNG of no width', png(0, 9)],
    ['a JPEG by its mark alone', latin1('\xff\xd8\xff')],
    ['a JPEG whose data come before its frame', Buffer.from([0xff, 0xd8, 0xff, 0xda, ...Array(20).fill(0)])],
    ['a JPEG that ends', Buffer.from([0xff, 0xd8, 0xff, 0xd9, ...Array(20).fill(0)])],
    ['a JPEG segment of no length', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 0, ...Array(20).fill(0)])],
    ['a JPEG of no height', jpeg(9, 0)],
    ['a GIF without a frame', latin1(`GIF89a${'\x01\0\x01\0\0\0\0'};${'\0'.repeat(20)}`)],
    ['a GIF of an empty frame', gif(9, 9, [0, 9])],
    ['a WebP of another chunk', latin1(`RIFF\x16\0\0\0WEBPALPH${'\0'.repeat(20)}`)],
    ['a WebP without a frame', latin1(`RIFF\x16\0\0\0WEBPVP8 ${'\0'.repeat(20)}`)],
    ['a sound', latin1(`RIFF\x16\0\0\0WAVEfmt ${'\0'.repeat(20)}`)],
    ['a bitmap', latin1(`BM${'\0'.repeat(60)}`)],
    ['SVG', latin1('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
  ])('%s has none', (_, bytes) => expect(() => assertPicture(bytes)).toThrow('ERR_UPLOAD_TYPE'))

  it('is at most 40 megapixels', () => {
    const sizes = [
      (width: number, height: number) => png(width, height),
      (width: number, height: number) => jpeg(width, height, 70_000),
      (width: number, height: number) => gif(width, height),
      (width: number, height: number) => gif(1, 1, [width, height]),
      (width: number, height: number) => webp(width, height),
      (width: number, height: number) => webp(width, height, 'VP8L'),
      (width: number, height: number) => webp(width, height, 'VP8 '),
    ]
    for (const made of sizes) {
      expect(assertPicture(made(8000, 5000))).toBe(true)
      expect(() => assertPicture(made(8000, 5001))).toThrow('ERR_PICTURE_TOO_LARGE')
    }
    expect(() => assertPicture(png(0xffff_ffff, 0xffff_ffff))).toThrow('ERR_PICTURE_TOO_LARGE')
  })

  it('is found in little time in a file that is made to take long', () => {
    for (const filling of [0x00, 0xff, 0xe0]) {
      const bytes = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.alloc(16 * 2 ** 20, filling)])
      // Processor time: a busy machine makes it no longer.
      const before = process.cpuUsage()
      expect(() => assertPicture(bytes)).toThrow('ERR_UPLOAD_TYPE')
      expect(process.cpuUsage(before).user / 1000).toBeLessThan(1000)
    }
    // Eleven kilobytes that would be 200 megapixels.
    const bomb = Buffer.concat([png(20_000, 10_000), deflateSync(Buffer.alloc(10_000_000))])
    expect(() => assertPicture(bomb)).toThrow('ERR_PICTURE_TOO_LARGE')
  })
})
