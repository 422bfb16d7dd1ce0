/** Answers of the public services about postal codes, shared by all companies. */

import { PutCommand } from '@aws-sdk/lib-dynamodb'
import type { ZipPlace } from '@balcao/shared/entities/customer.ts'
import { SYSTEM } from '@balcao/shared/table.ts'
import { documentClient, tableName } from '../table/client.ts'
import { getItem } from '../table/get-item.ts'
import type { TableKey } from '../table/keys.ts'

const keyOf = (zipCode: string): TableKey => ({ pk: `${SYSTEM}#cep#${zipCode}`, sk: 'cep' })

/** Returns the cached place, unless it has expired. Costs half a read unit. */
export async function getZipPlace(zipCode: string): Promise<ZipPlace | undefined> {
  const item = (await getItem(keyOf(zipCode), false)) as { place: ZipPlace; expiresAt: number } | undefined
  return item && item.expiresAt > Date.now() / 1000 ? item.place : undefined
}

/** Caches a place for some seconds. */
export async function keepZipPlace(place: ZipPlace, seconds: number): Promise<void> {
  const expiresAt = Math.ceil(Date.now() / 1000) + seconds
  await documentClient().send(
    new PutCommand({ TableName: tableName(), Item: { ...keyOf(place.zipCode), place, expiresAt } }),
  )
}
