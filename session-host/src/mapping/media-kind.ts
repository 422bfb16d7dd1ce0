import { bareMimetype } from '@balcao/shared/media.ts'

const EXTENSIONS: Record<string, string> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'audio/ogg': 'ogg',
  'audio/mpeg': 'mp3',
  'audio/mp4': 'm4a',
  'audio/aac': 'aac',
  'audio/amr': 'amr',
  'video/mp4': 'mp4',
  'video/3gpp': '3gp',
  'application/pdf': 'pdf',
  'text/plain': 'txt',
  'text/vcard': 'vcf',
}

/**
 * Returns the extension with which an object is stored: the file's own if it is a plain one, else
 * that of its type.
 */
export function extensionOf(mimetype: string, fileName?: string): string {
  const own = /\.([a-z0-9]{1,8})$/i.exec(fileName ?? '')?.[1]
  return own?.toLowerCase() ?? EXTENSIONS[bareMimetype(mimetype)] ?? 'bin'
}
