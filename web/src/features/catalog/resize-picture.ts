import { PICTURE_LIMIT } from '@balcao/shared/api/catalog/products.ts'

/** A picture in the sizes it is shown in, the detail's first. */
export type ChosenPicture = { name: string; detail: File; list: File }

/** Longest sides in pixels. */
const DETAIL = 1280
const LIST = 240
const QUALITY = 0.85

/** Why a file cannot be a product's picture: the key of its text. */
export class PictureRefused extends Error {
  readonly reason: 'tooLarge' | 'unreadable'

  constructor(reason: 'tooLarge' | 'unreadable') {
    super(reason)
    this.reason = reason
  }
}

/**
 * Makes of a chosen file what is uploaded: WebP, or JPEG where the browser makes none, never larger than it was. Throws
 * PictureRefused for a file of more than 10 MB and for one the browser cannot show.
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
  // A JPEG has no see-through parts: they are white there.
  context.globalCompositeOperation = 'destination-over'
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  const jpeg = await encoded(canvas, 'image/jpeg')
  if (!jpeg) throw new PictureRefused('unreadable')
  return new File([jpeg], name, { type: jpeg.type })
}

const encoded = (canvas: HTMLCanvasElement, type: string) =>
  new Promise<Blob | null>(resolve => canvas.toBlob(resolve, type, QUALITY))
