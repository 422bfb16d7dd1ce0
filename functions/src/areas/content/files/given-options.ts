import { AppError } from '@balcao/shared/errors.ts'
import { newId } from '@balcao/shared/ids.ts'
import type { StoredOption } from '../../../data/content/file-list.ts'
import type { GivenFiles, GivenPlace } from './given-files.ts'

/**
 * Returns the places of a list in the form's order: those with an id with their stored content and
 * their text, the others new; each with the file it was given.
 * @throws ERR_NO_FILE_FOUND
 */
export function givenOptions(
  before: readonly StoredOption[],
  given: readonly Pick<GivenPlace, 'id' | 'name'>[],
  files: GivenFiles = [],
): StoredOption[] {
  const known = new Map(before.map(option => [option.id, option]))
  return given.map(({ id, name }, at) => {
    const option = id === undefined ? { id: newId(), name, media: null, sent: false } : known.get(id)
    if (!option) throw new AppError('ERR_NO_FILE_FOUND')
    known.delete(option.id)
    const media = files[at]
    // A repeated call finds its file in its place.
    return media && media.key !== option.media?.key ? { ...option, name, media, sent: false } : { ...option, name }
  })
}
