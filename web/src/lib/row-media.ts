/**
 * The file of a row: its value in a form, and its saving together with the row, which is one action
 * for the person.
 */
import type { MediaKind } from '@balcao/shared/entities/media-kind.ts'
import { useRef } from 'react'

/** A file stored on the server. `path` is a link to it. */
export type RowMedia = { path: string; name: string; type: MediaKind | null }
/** A file just chosen, the row's stored file, or none. */
export type MediaValue = File | RowMedia | null

type Row = { mediaPath: string | null; mediaName: string | null; mediaType: MediaKind | null }
/** Options of the call that saves a row: the file sent with it. */
export type SentFiles = { files?: File[] }

/** Returns the initial value of a form: the row's stored file, or none. */
export const rowMedia = (row: Row | null): RowMedia | null =>
  row?.mediaPath ? { path: row.mediaPath, name: row.mediaName ?? '', type: row.mediaType } : null

/** Codes that concern a file, for the `fieldOf` of a dialog with a field called `media`. */
export const MEDIA_REFUSALS = {
  ERR_UPLOAD_TYPE: 'media',
  ERR_UPLOAD_TOO_LARGE: 'media',
  ERR_UPLOAD_MISSING: 'media',
  ERR_PICTURE_TOO_LARGE: 'media',
} as const

/** Returns the part of the body that removes a row's file; empty when the file stays. */
export const removal = (value: MediaValue, known: Pick<Row, 'mediaPath'> | null): { media?: null } =>
  value === null && known?.mediaPath ? { media: null } : {}

/**
 * Saves a row and its file in one call, by `saveRow`: a refused call leaves no row behind, and
 * nobody sees a half-saved row. `saveRow` receives the row as last saved (null while there is
 * none), the file to send, and the part of the body that removes the file. Rejects with the
 * server's ApiError.
 */
export function useSaveWithMedia<R extends Row>(before: R | null) {
  const last = useRef(before)
  return async (
    value: MediaValue,
    saveRow: (known: R | null, sentFiles: SentFiles, gone: { media?: null }) => Promise<R>,
  ): Promise<R> => {
    const sentFiles = value instanceof File ? { files: [value] } : {}
    last.current = await saveRow(last.current, sentFiles, removal(value, last.current))
    return last.current
  }
}
