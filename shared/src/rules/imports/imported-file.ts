import { cutText } from '../cut-text.ts'
import type { ImportedFile } from './record.ts'
import type { ChangeNote } from './values.ts'

/** Result of looking for a file in the media folder. */
export type FoundFile = { path: string } | { problem: 'mediaMissing' | 'mediaOutside' }

/** Media types by file ending, of the files that these systems keep. */
const TYPES: Record<string, string> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
  ogg: 'audio/ogg',
  oga: 'audio/ogg',
  opus: 'audio/ogg',
  mp3: 'audio/mpeg',
  mpeg: 'audio/mpeg',
  mpga: 'audio/mpeg',
  m4a: 'audio/mp4',
  aac: 'audio/aac',
  wav: 'audio/wav',
  amr: 'audio/amr',
  mp4: 'video/mp4',
  webm: 'video/webm',
  mov: 'video/quicktime',
  '3gp': 'video/3gpp',
  pdf: 'application/pdf',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xls: 'application/vnd.ms-excel',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  ppt: 'application/vnd.ms-powerpoint',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  zip: 'application/zip',
  txt: 'text/plain',
  csv: 'text/csv',
}

/** Returns the media type of a file by its name. */
export const mimetypeOf = (fileName: string): string =>
  TYPES[/\.([a-z0-9]{1,5})$/i.exec(fileName)?.[1]?.toLowerCase() ?? ''] ?? 'application/octet-stream'

/**
 * Returns the path below the folder of public files that a stored address means: a path (a server
 * on Windows writes it with `\`), a bare name, or an address of the system's own server; undefined
 * for a file that lies elsewhere.
 */
export function storedPath(address: string): string | undefined {
  if (!/^https?:/i.test(address))
    return address
      .replaceAll('\\', '/')
      .replace(/^\/+/, '')
      .replace(/^public\//, '')
  const path = /^https?:\/\/[^/]+\/(?:[^?#]*\/)?public\/([^?#]+)/i.exec(address)?.[1]
  try {
    return path && decodeURIComponent(path)
  } catch {
    return path
  }
}

/** Returns the file of a stored address, and what is to be said if it is not there. */
export function fileOf(
  address: string,
  givenName: string | null,
  findFile: (path: string) => FoundFile,
): { file: ImportedFile; change?: ChangeNote } {
  const path = storedPath(address)
  const found: FoundFile = path === undefined ? { problem: 'mediaMissing' } : findFile(path)
  const last = (path ?? address).split(/[/\\]/).at(-1) ?? ''
  const fileName = cutText(givenName?.split(/[/\\]/).at(-1) || last, 255)
  const file = { path: 'path' in found ? found.path : null, fileName, mimetype: mimetypeOf(fileName) }
  return 'path' in found ? { file } : { file, change: { reason: found.problem, detail: cutText(address, 300) } }
}
