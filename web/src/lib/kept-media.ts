/** The file of a row that keeps one: what a form holds of it, and saving it with the row as one thing for the person. */
import type { MediaKind } from '@balcao/shared/entities/media-kind.ts'
import { useRef } from 'react'

/** A file the server has. `path` is a link to it. */
export type KeptMedia = { path: string; name: string; type: MediaKind | null }
/** A file just chosen, the one the row has, or none. */
export type MediaValue = File | KeptMedia | null

type Row = { mediaPath: string | null; mediaName: string | null; mediaType: MediaKind | null }
/** Options of the call that saves a row: the file it brings along. */
export type Carried = { files?: File[] }

/** Where a form begins: the file of the row, or none. */
export const keptMedia = (row: Row | null): KeptMedia | null =>
  row?.mediaPath ? { path: row.mediaPath, name: row.mediaName ?? '', type: row.mediaType } : null

/** For the `fieldOf` of a dialog whose field is called `media`: what the server says of a file. */
export const MEDIA_REFUSALS = {
  ERR_UPLOAD_TYPE: 'media',
  ERR_UPLOAD_TOO_LARGE: 'media',
  ERR_UPLOAD_MISSING: 'media',
  ERR_PICTURE_TOO_LARGE: 'media',
} as const

/** What a changed row is to say when its file is taken away; nothing otherwise. */
export const removal = (value: MediaValue, known: Pick<Row, 'mediaPath'> | null): { media?: null } =>
  value === null && known?.mediaPath ? { media: null } : {}

/**
 * Saves a row by `saveRow` with what became of its file in one call: one that is refused leaves no row behind, and nobody
 * sees the row as it never was. `saveRow` is given the row as last saved, null while there is none, the file the call is to
 * carry, and what a change says of one that is taken away. Rejects with the server's ApiError.
 */
export function useSaveWithMedia<R extends Row>(before: R | null) {
  const last = useRef(before)
  return async (
    value: MediaValue,
    saveRow: (known: R | null, carried: Carried, gone: { media?: null }) => Promise<R>,
  ): Promise<R> => {
    const carried = value instanceof File ? { files: [value] } : {}
    last.current = await saveRow(last.current, carried, removal(value, last.current))
    return last.current
  }
}
