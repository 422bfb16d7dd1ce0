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
/** Options of the call that saves a row: the file it brings along. */
type Carried = { files?: File[] }
type Routes<R extends Row> = ReturnType<typeof keptFileRoutes<z.ZodType<R>>>

/** Where a form begins: the file of the row, or none. */
export const keptMedia = (row: Omit<Row, 'id'> | null): KeptMedia | null =>
  row?.mediaPath ? { path: row.mediaPath, name: row.mediaName ?? '', type: row.mediaType } : null

/** For the `fieldOf` of a dialog whose field is called `media`: what the server says of a file. */
export const MEDIA_REFUSALS = {
  ERR_UPLOAD_TYPE: 'media',
  ERR_UPLOAD_TOO_LARGE: 'media',
  ERR_UPLOAD_MISSING: 'media',
  ERR_PICTURE_TOO_LARGE: 'media',
} as const

/**
 * Saves a row by `saveRow`, with a file that was chosen in the same call: a file that is refused leaves no row behind, and
 * nobody sees the row without it. A file that is taken away goes behind the row. `saveRow` is given the row as last saved,
 * null while there is none, and what the call is to carry.
 * Rejects with the server's ApiError.
 */
export function useSaveWithMedia<R extends Row>(before: R | null, { removeMedia }: Pick<Routes<R>, 'removeMedia'>) {
  const last = useRef(before)
  return async (value: MediaValue, saveRow: (known: R | null, carried: Carried) => Promise<R>): Promise<R> => {
    last.current = await saveRow(last.current, value instanceof File ? { files: [value] } : {})
    if (value === null && last.current.mediaPath)
      last.current = (await api(removeMedia, { params: { id: last.current.id } })) as R
    return last.current
  }
}
