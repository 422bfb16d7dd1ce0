/**
 * Successors of deleted connections. A successor is written in the transaction that deletes the
 * connection, and kept, so that everything that still names the old one (a campaign, a schedule,
 * its next run) finds the new one. Keys: pk `company#connection-heirs`, sk the id of the deleted
 * one.
 */
import { tableName } from '../table/client.ts'
import { getItem } from '../table/get-item.ts'
import { put, type Write } from '../table/transact.ts'

const keyOf = (companyId: string, connectionId: string) => ({ pk: `${companyId}#connection-heirs`, sk: connectionId })

/** Returns the write that makes `heirId` the successor of a connection that is deleted. */
export const heirWrite = (companyId: string, connectionId: string, heirId: string): Write =>
  put('heir', { TableName: tableName(), Item: { ...keyOf(companyId, connectionId), heirId } })

/** Returns the id of a deleted connection's successor, if it has one. Costs one read unit. */
export async function heirOf(companyId: string, connectionId: string): Promise<string | undefined> {
  return (await getItem(keyOf(companyId, connectionId), true))?.heirId as string | undefined
}
