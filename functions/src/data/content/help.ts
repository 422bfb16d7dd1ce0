import type { Help } from '@balcao/shared/entities/help.ts'
import { normalizeName } from '../table/normalize.ts'
import type { SmallList } from '../table/small-list.ts'

/**
 * Help entries of the installation: their rows belong to the company `system`, which has no users.
 */
export const HELPS: SmallList<Help> = {
  kind: 'help',
  missing: 'ERR_NO_HELP_FOUND',
  text: row => row.title,
  unique: row => ({ helpTitle: normalizeName(row.title) }),
  taken: { helpTitle: 'ERR_HELP_TITLE_ALREADY_EXISTS' },
}
