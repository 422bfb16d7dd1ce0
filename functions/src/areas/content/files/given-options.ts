import { AppError } from '@balcao/shared/errors.ts'
import { newId } from '@balcao/shared/ids.ts'
import type { StoredOption } from '../../../data/content/file-list.ts'

type Given = { id?: string | undefined; name: string }

/** The places of a list in the order a form has them: those with an id as they were with their text, the others new and empty. Throws ERR_NO_FILE_FOUND. */
export function givenOptions(before: readonly StoredOption[], given: readonly Given[]): StoredOption[] {
  const known = new Map(before.map(option => [option.id, option]))
  return given.map(({ id, name }) => {
    if (id === undefined) return { id: newId(), name, media: null, sent: false }
    const option = known.get(id)
    if (!option) throw new AppError('ERR_NO_FILE_FOUND')
    known.delete(id)
    return { ...option, name }
  })
}
