import { SYSTEM } from '@balcao/shared/table.ts'
import { HELPS } from '../../../data/content/help.ts'
import { deleteRow, getRow } from '../../../data/table/small-list.ts'
import { publishEverywhere } from '../../../realtime/publish-everywhere.ts'
import type { Operations } from '../operations.ts'

export const removeHelp: Operations['helps']['remove'] = async ({ audit }, { params: { id } }) => {
  const row = await getRow(SYSTEM, HELPS, id, true)
  if (!row || !(await deleteRow(SYSTEM, HELPS, row))) return
  audit({ name: row.title })
  await publishEverywhere('help', { action: 'delete', helpId: id })
}
