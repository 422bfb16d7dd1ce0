/**
 * Files that a template's header shows (Meta's *Resumable Upload API* and Cloud API *Media*, Graph
 * API v23.0, read on 2026-11-28). Pure: the server checks a file's
 * bytes, the web before it uploads.
 */
import type { HeaderFormat } from '../../entities/template.ts'
import { bareMimetype } from '../../media.ts'

export type FileFormat = Exclude<HeaderFormat, 'LOCATION'>

type HeaderFile = { types: readonly string[]; maxBytes: number }

const MB = 2 ** 20

export const HEADER_FILES: Readonly<Record<FileFormat, HeaderFile>> = {
  IMAGE: { types: ['image/jpeg', 'image/png'], maxBytes: 5 * MB },
  VIDEO: { types: ['video/mp4'], maxBytes: 16 * MB },
  DOCUMENT: { types: ['application/pdf'], maxBytes: 16 * MB },
}

/** Maximum bytes of a header's file, whatever it is. */
export const HEADER_FILE_BYTES = 16 * MB

const FORMATS = ['IMAGE', 'VIDEO', 'DOCUMENT'] as const

/** Returns the format of header that shows files of a type; undefined if none does. */
export const fileFormatOf = (mimetype: string): FileFormat | undefined =>
  FORMATS.find(format => HEADER_FILES[format].types.includes(bareMimetype(mimetype)))

/** Returns whether a header shows a file. */
export const isFileFormat = (format: string): format is FileFormat => FORMATS.some(each => each === format)
