/** What the public services said of a postal code, kept for every company: it is the same for all. */

import { PutCommand } from '@aws-sdk/lib-dynamodb'
import type { ZipPlace } from '@balcao/shared/entities/customer.ts'
import { SYSTEM } from '@balcao/shared/table.ts'
import { documentClient, tableName } from '../table/client.ts'
import { getItem } from '../table/get-item.ts'
import type { TableKey } from '../table/keys.ts'

const keyOf = (zipCode: string): TableKey => ({ pk: `${SYSTEM}#cep#${zipCode}`, sk: 'cep' })

/** The place as it is kept, unless its time is over. Half a read unit. */
export async function getZipPlace(zipCode: string): Promise<ZipPlace | undefined> {
  const item = (await getItem(keyOf(zipCode), false)) as { place: ZipPlace; expiresAt: number } | undefined
  return item && item.expiresAt > Date.now() / 1000 ? item.place : undefined
}

/** Keeps a place for so many seconds. */
export async function keepZipPlace(place: ZipPlace, seconds: number): Promise<void> {
  const expiresAt = Math.ceil(Date.now() / 1000) + seconds
  await documentClient().send(
    new PutCommand({ TableName: tableName(), Item: { ...keyOf(place.zipCode), place, expiresAt } }),
  )
}
