import { AppError } from '@balcao/shared/errors.ts'
import { CUT, pictureSize } from './picture-size.ts'

/** Pixels of a picture: decoded, these are 160 MB in whoever's browser shows it. */
const MOST_PIXELS = 40_000_000

/** So many of a picture's first bytes have its header, but for those with much about themselves before it. */
export const PICTURE_HEAD_BYTES = 65_536

/**
 * Requires a picture of at most 40 megapixels, by its header. A `whole` file whose header is not in it is none; of the beginning of
 * one, false is answered: more of it is needed to tell. Throws ERR_UPLOAD_TYPE, ERR_PICTURE_TOO_LARGE.
 */
export function assertPicture(bytes: Uint8Array, whole = true): boolean {
  const size = pictureSize(bytes)
  if (size === CUT && !whole) return false
  if (size === undefined || size === CUT) throw new AppError('ERR_UPLOAD_TYPE')
  if (size.width * size.height > MOST_PIXELS) throw new AppError('ERR_PICTURE_TOO_LARGE')
  return true
}
