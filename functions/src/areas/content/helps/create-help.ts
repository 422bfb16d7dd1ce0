import type { Help } from '@balcao/shared/entities/help.ts'
import { SYSTEM } from '@balcao/shared/table.ts'
import { HELPS } from '../../../data/content/help.ts'
import { createRow, newRow } from '../../../data/table/small-list.ts'
import type { Operations } from '../operations.ts'
import { publishHelp } from './publish-help.ts'

export const createHelp: Operations['helps']['create'] = async (_, { body }) =>
  publishHelp('create', await createRow(SYSTEM, HELPS, newRow<Help>(body)))
