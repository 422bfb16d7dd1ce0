import { PUBLIC_FILES } from '@balcao/shared/media.ts'
import type { Picture } from './product-row.ts'

/**
 * Returns the object key of a product picture in the bucket. Pictures are public, under names whose
 * content never changes.
 */
export const pictureKey = (companyId: string, file: string): string => `${PUBLIC_FILES}${companyId}/products/${file}`

/** Returns the paths of a picture on the site. */
export const pictureUrls = (
  companyId: string,
  picture: Picture | null,
): { mediaPath: string | null; thumbPath: string | null } => ({
  mediaPath: picture && `/${pictureKey(companyId, picture.detail)}`,
  thumbPath: picture && `/${pictureKey(companyId, picture.list)}`,
})
