import { SYSTEM } from '@balcao/shared/table.ts'
import { HELPS } from '../../../data/content/help.ts'
import { rowOperations } from '../../small-list.ts'
import type { Operations } from '../operations.ts'

const rows = rowOperations(HELPS, 'records')

/** The usual read operations of a small list, for the rows of the installation. */
export const readHelps: Pick<Operations['helps'], 'list' | 'listAll' | 'get'> = {
  list: (ctx, call) => rows.list({ ...ctx, companyId: SYSTEM }, call),
  listAll: (ctx, call) => rows.listAll({ ...ctx, companyId: SYSTEM }, call),
  get: (ctx, call) => rows.get({ ...ctx, companyId: SYSTEM }, call),
}
