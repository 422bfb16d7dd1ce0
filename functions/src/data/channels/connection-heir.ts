/**
 * Successors of deleted connections. A successor is written in the transaction that deletes the
 * connection, and kept, so that everything that still names the old one (a campaign, a schedule,
 * its next run) finds the new one.
 */
import { z } from 'zod'
import { defineRow } from '../table/define-row.ts'
import { put, type Write } from '../table/transact.ts'

const CONNECTION_HEIRS = defineRow({
  kind: 'connectionHeir',
  key: { pk: '${companyId}#connection-heirs', sk: '${connectionId}' },
  content: z.object({ companyId: z.string(), connectionId: z.string(), heirId: z.string() }),
  keyOnly: ['companyId', 'connectionId'],
  unmarked: true,
})

/** Returns the write that makes `heirId` the successor of a connection that is deleted. */
export const heirWrite = (companyId: string, connectionId: string, heirId: string): Write =>
  put('heir', CONNECTION_HEIRS.put({ companyId, connectionId, heirId }))

/** Returns the id of a deleted connection's successor, if it has one. Costs one read unit. */
export const heirOf = async (companyId: string, connectionId: string): Promise<string | undefined> =>
  (await CONNECTION_HEIRS.get({ companyId, connectionId }, { consistent: true }))?.heirId
