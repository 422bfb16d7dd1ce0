import { AppError } from '@balcao/shared/errors.ts'
import { CUT, pictureSize } from './picture-size.ts'

/** Maximum pixels of a picture: decoded, these take 160 MB in a browser that shows it. */
const MAX_PIXELS = 40_000_000

/** First bytes of a picture that contain its header, except where much metadata precedes it. */
export const PICTURE_HEAD_BYTES = 65_536

/**
 * Requires a picture of at most 40 megapixels, by its header. A `whole` file without a header is
 * refused; for the beginning of a file it returns false when more of it is needed.
 * @throws ERR_UPLOAD_TYPE, ERR_PICTURE_TOO_LARGE
 */
export function assertPicture(bytes: Uint8Array, whole = true): boolean {
  const size = pictureSize(bytes)
  if (size === CUT && !whole) return false
  if (size === undefined || size === CUT) throw new AppError('ERR_UPLOAD_TYPE')
  if (size.width * size.height > MAX_PIXELS) throw new AppError('ERR_PICTURE_TOO_LARGE')
  return true
}
