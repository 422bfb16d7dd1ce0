import { FILE_LISTS } from '../../../data/content/file-list.ts'
import { createListed } from '../../small-list.ts'
import type { Operations } from '../operations.ts'
import { givenOptions } from './given-options.ts'
import { shownFileList } from './show-file-list.ts'

export const createFileList: Operations['files']['create'] = async ({ companyId, actor }, { body }) => {
  const fields = { ...body, options: givenOptions([], body.options), userId: actor.userId }
  return createListed(companyId, FILE_LISTS, fields, shownFileList)
}
