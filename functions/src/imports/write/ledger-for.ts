import { type LedgerKind, ledgerWrite } from '../../data/imports/imported-row.ts'
import type { Write } from '../../data/table/transact.ts'
import type { WriteContext } from './write-context.ts'

/**
 * Returns the write of a record's row in the ledger, labelled `imported`;
 * `joined`: the row was here before.
 */
export const ledgerFor = (
  { companyId, place, importId }: WriteContext,
  kind: LedgerKind,
  sourceId: string,
  id: string,
  joined = false,
): Write => ledgerWrite({ companyId, place, kind, sourceId, id, importId, ...(joined ? { joined } : {}) })
