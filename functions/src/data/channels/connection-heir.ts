/**
 * Which connection goes on for one that was deleted: written in the transaction that deletes it, and kept, so that whatever
 * still names the old one (a campaign, a schedule, its next time) finds the new one, whoever looks first.
 *
 * Keys: pk `company#connection-heirs`, sk the id of the deleted one.
 */
import { tableName } from '../table/client.ts'
import { getItem } from '../table/get-item.ts'
import { put, type Write } from '../table/transact.ts'

const keyOf = (companyId: string, connectionId: string) => ({ pk: `${companyId}#connection-heirs`, sk: connectionId })

/** The write by which what hangs on a connection is `heirId`'s once it is deleted. */
export const heirWrite = (companyId: string, connectionId: string, heirId: string): Write =>
  put('heir', { TableName: tableName(), Item: { ...keyOf(companyId, connectionId), heirId } })

/** Returns the id of the connection that goes on for a deleted one, if it was given any. One read unit. */
export async function heirOf(companyId: string, connectionId: string): Promise<string | undefined> {
  return (await getItem(keyOf(companyId, connectionId), true))?.heirId as string | undefined
}
