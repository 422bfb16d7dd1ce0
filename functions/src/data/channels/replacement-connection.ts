/**
 * Successors of deleted connections. A successor is written in the transaction that deletes the
 * connection, and kept, so that everything that still names the old one (a campaign, a schedule,
 * its next run) finds the new one.
 */
import { z } from 'zod'
import { defineRow } from '../table/define-row.ts'
import { put, type Write } from '../table/transact.ts'

const REPLACEMENT_CONNECTIONS = defineRow({
  kind: 'connectionHeir',
  key: { pk: '${companyId}#connection-heirs', sk: '${connectionId}' },
  content: z.object({ companyId: z.string(), connectionId: z.string(), heirId: z.string() }),
  keyOnly: ['companyId', 'connectionId'],
  unmarked: true,
})

/** Returns the write that makes `heirId` the successor of a connection that is deleted. */
export const replacementWrite = (companyId: string, connectionId: string, replacementId: string): Write =>
  put('heir', REPLACEMENT_CONNECTIONS.put({ companyId, connectionId, heirId: replacementId }))

/** Returns the id of a deleted connection's successor, if it has one. Costs one read unit. */
export const replacementOf = async (companyId: string, connectionId: string): Promise<string | undefined> =>
  (await REPLACEMENT_CONNECTIONS.get({ companyId, connectionId }, { consistent: true }))?.heirId
