import { PUBLIC_FILES } from '@balcao/shared/media.ts'
import type { Picture } from './product-row.ts'

/** Where the pictures of a company's products lie in the bucket: readable by anybody, under names that never change their content. */
export const pictureKey = (companyId: string, file: string): string => `${PUBLIC_FILES}${companyId}/products/${file}`

/** The paths of a picture on the site. */
export const pictureUrls = (
  companyId: string,
  picture: Picture | null,
): { mediaPath: string | null; thumbPath: string | null } => ({
  mediaPath: picture && `/${pictureKey(companyId, picture.detail)}`,
  thumbPath: picture && `/${pictureKey(companyId, picture.list)}`,
})
