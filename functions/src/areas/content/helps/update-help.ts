import { SYSTEM } from '@balcao/shared/table.ts'
import { HELPS } from '../../../data/content/help.ts'
import { changeRow, requireRow } from '../../../data/table/small-list.ts'
import type { Operations } from '../operations.ts'
import { publishHelp } from './publish-help.ts'

export const updateHelp: Operations['helps']['update'] = async (_, { params, body }) =>
  publishHelp('update', await changeRow(SYSTEM, HELPS, await requireRow(SYSTEM, HELPS, params.id, true), body))
