/** Longest side of a logo, px: the drawer shows it at 28 px. */
const MAX_SIDE_PX = 512

/**
 * Converts a chosen picture to the PNG to upload, no larger than a logo is ever shown. A picture
 * the browser cannot read is sent as it is, and refused by the server.
 */
export async function logoFile(file: File): Promise<File> {
  const bitmap = await createImageBitmap(file).catch(() => undefined)
  if (!bitmap) return file
  try {
    const scale = Math.min(1, MAX_SIDE_PX / Math.max(bitmap.width, bitmap.height))
    const canvas = document.createElement('canvas')
    canvas.width = Math.max(1, Math.round(bitmap.width * scale))
    canvas.height = Math.max(1, Math.round(bitmap.height * scale))
    const context = canvas.getContext('2d')
    if (!context) return file
    context.imageSmoothingQuality = 'high'
    context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
    const made = await new Promise<Blob | null>(resolve => canvas.toBlob(resolve, 'image/png'))
    return made ? new File([made], file.name, { type: 'image/png' }) : file
  } finally {
    bitmap.close()
  }
}
