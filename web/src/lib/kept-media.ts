/** The file of a row that keeps one: what a form holds of it, and saving it with the row as one thing for the person. */
import type { keptFileRoutes } from '@balcao/shared/contract/kept-file.ts'
import type { MediaKind } from '@balcao/shared/entities/media-kind.ts'
import { useRef } from 'react'
import type { z } from 'zod'
import { api } from './session.ts'

/** A file the server has. `path` is a link to it. */
export type KeptMedia = { path: string; name: string; type: MediaKind | null }
/** A file just chosen, the one the row has, or none. */
export type MediaValue = File | KeptMedia | null

type Row = { id: string; mediaPath: string | null; mediaName: string | null; mediaType: MediaKind | null }
type Routes<R extends Row> = ReturnType<typeof keptFileRoutes<z.ZodType<R>>>

/** Where a form begins: the file of the row, or none. */
export const keptMedia = (row: Omit<Row, 'id'> | null): KeptMedia | null =>
  row?.mediaPath ? { path: row.mediaPath, name: row.mediaName ?? '', type: row.mediaType } : null

/** For the `fieldOf` of a dialog whose field is called `media`: what the server says of a file. */
export const MEDIA_REFUSALS = {
  ERR_UPLOAD_TYPE: 'media',
  ERR_UPLOAD_TOO_LARGE: 'media',
  ERR_UPLOAD_MISSING: 'media',
} as const

/**
 * Saves a row by `saveRow`, then its file where that changed. When only the file fails the row is remembered, so that the next
 * try changes it instead of making a second one: `saveRow` is given the row as last saved, null while there is none.
 * Rejects with the server's ApiError.
 */
export function useSaveWithMedia<R extends Row>(before: R | null, { uploadMedia, removeMedia }: Routes<R>) {
  const last = useRef(before)
  return async (value: MediaValue, saveRow: (known: R | null) => Promise<R>): Promise<R> => {
    let row = await saveRow(last.current)
    last.current = row
    const params = { id: row.id }
    if (value instanceof File) row = (await api(uploadMedia, { params, body: {} }, { files: [value] })) as R
    else if (value === null && row.mediaPath) row = (await api(removeMedia, { params })) as R
    last.current = row
    return row
  }
}
