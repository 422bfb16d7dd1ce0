import { PICTURE_LIMIT } from '@balcao/shared/api/catalog/products.ts'

/** A picture in its two sizes, for the product's details and for lists. */
export type ChosenPicture = { name: string; detail: File; list: File }

/** Longest sides, px. */
const DETAIL = 1280
const LIST = 240
const QUALITY = 0.85

/** Error of a file that cannot be a product's picture: the key of its text. */
export class PictureRefused extends Error {
  readonly reason: 'tooLarge' | 'unreadable'

  constructor(reason: 'tooLarge' | 'unreadable') {
    super(reason)
    this.reason = reason
  }
}

/**
 * Converts a chosen file for upload: WebP, or JPEG where the browser cannot encode WebP, never
 * larger than it was. Throws PictureRefused for a file of more than 10 MB and for one the browser
 * cannot show.
 */
export async function resizePicture(file: File): Promise<ChosenPicture> {
  if (file.size > PICTURE_LIMIT) throw new PictureRefused('tooLarge')
  let bitmap: ImageBitmap
  try {
    bitmap = await createImageBitmap(file)
  } catch {
    throw new PictureRefused('unreadable')
  }
  try {
    const [detail, list] = [await drawn(bitmap, DETAIL, file.name), await drawn(bitmap, LIST, file.name)]
    return { name: file.name, detail, list }
  } finally {
    bitmap.close()
  }
}

async function drawn(bitmap: ImageBitmap, most: number, name: string): Promise<File> {
  const scale = Math.min(1, most / Math.max(bitmap.width, bitmap.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(bitmap.width * scale))
  canvas.height = Math.max(1, Math.round(bitmap.height * scale))
  const context = canvas.getContext('2d')
  if (!context) throw new PictureRefused('unreadable')
  context.imageSmoothingQuality = 'high'
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  const webp = await encoded(canvas, 'image/webp')
  if (webp?.type === 'image/webp') return new File([webp], name, { type: webp.type })
  // A JPEG has no transparency: those parts become white.
  context.globalCompositeOperation = 'destination-over'
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  const jpeg = await encoded(canvas, 'image/jpeg')
  if (!jpeg) throw new PictureRefused('unreadable')
  return new File([jpeg], name, { type: jpeg.type })
}

const encoded = (canvas: HTMLCanvasElement, type: string) =>
  new Promise<Blob | null>(resolve => canvas.toBlob(resolve, type, QUALITY))
