import type { Help } from '@balcao/shared/entities/help.ts'
import { foldName } from '../table/fold.ts'
import type { SmallList } from '../table/small-list.ts'

/** Of the installation: its rows are those of the company `system`, which nobody is in. */
export const HELPS: SmallList<Help> = {
  kind: 'help',
  missing: 'ERR_NO_HELP_FOUND',
  text: row => row.title,
  unique: row => ({ helpTitle: foldName(row.title) }),
  taken: { helpTitle: 'ERR_HELP_TITLE_ALREADY_EXISTS' },
}
