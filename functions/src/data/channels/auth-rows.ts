/**
 * Credentials and Signal keys of a connection, which only the session host writes
 * (`session-host/src/fenced-items.ts`).
 */
import { SHARED_KEYS } from '@balcao/shared/table.ts'
import { z } from 'zod'
import { defineRow } from '../table/define-row.ts'
import type { TableKey } from '../table/keys.ts'
import { queryItems } from '../table/query-items.ts'
import { removeKeys } from '../table/remove-keys.ts'

export const AUTH_ROWS = defineRow({
  kind: 'auth',
  key: SHARED_KEYS.auth,
  content: z.object({
    companyId: z.string(),
    connectionId: z.string(),
    name: z.string(),
    /** Lease under which it was written. */
    fence: z.number(),
    /** Bytes; absent for a large item, whose `parts` are rows of their own. */
    value: z.custom<Uint8Array>().optional(),
    parts: z.number().optional(),
    generation: z.string().optional(),
    /** Epoch seconds. */
    expiresAt: z.number().optional(),
  }),
  keyOnly: ['companyId', 'connectionId', 'name'],
  unmarked: true,
})

/** Number of rows deleted at once. */
const BATCH_SIZE = 25

/** Deletes the rows of a deleted connection; idempotent. */
export async function removeAuthRows(companyId: string, connectionId: string): Promise<void> {
  const query = AUTH_ROWS.query({ companyId, connectionId })
  for (;;) {
    const { items } = await queryItems<TableKey>(query, BATCH_SIZE, { attributes: ['pk', 'sk'] })
    if (items.length === 0) return
    await removeKeys(items)
  }
}
