/**
 * Seals a company's secrets again after the sealing secret was changed, so that the earlier sealing
 * secret can be removed.
 */
import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { reseal } from '../../integrations/sealed.ts'
import { documentClient, tableName } from '../table/client.ts'
import { isWritten } from '../table/refused.ts'
import { type Item, rowsIn } from './export-rows.ts'
import { placeOfSetting } from './setting.ts'

/**
 * Location of sealed values: the partition, the attribute, and the name under which it was sealed,
 * which may depend on the row.
 */
type Sealed = {
  partition: string
  begins?: string
  attribute: string
  place: string | ((row: Item) => string | undefined)
}

export const SEALED: readonly Sealed[] = [
  { partition: 'prompt', attribute: 'apiKey', place: 'prompt.apiKey' },
  { partition: 'prompt', attribute: 'voiceKey', place: 'prompt.voiceKey' },
  { partition: 'queueIntegration', attribute: 'jsonContent', place: 'queueIntegration.jsonContent' },
  { partition: 'queueIntegration', attribute: 'secret', place: 'queueIntegration.secret' },
  { partition: 'webhook', attribute: 'secret', place: 'webhook.secret' },
  { partition: 'whatsapp', attribute: 'pageToken', place: 'whatsapp.pageToken' },
  { partition: 'whatsapp', attribute: 'accessToken', place: 'whatsapp.accessToken' },
  { partition: 'second-factor', attribute: 'secret', place: 'secondFactor.secret' },
  { partition: 'push', attribute: 'subscription', place: 'push.subscription' },
  { partition: 'company', begins: 'setting#', attribute: 'value', place: ({ key }) => placeOfSetting(String(key)) },
]

/**
 * Seals all values again; returns how many were sealed with an earlier secret. A value changed
 * meanwhile is sealed with the newest secret already. Idempotent.
 */
export async function resealCompany(companyId: string): Promise<number> {
  let count = 0
  for (const { partition, begins, attribute, place } of SEALED) {
    const where = { kind: partition, pk: `${companyId}#${partition}`, ...(begins ? { begins } : {}) }
    for await (const item of rowsIn(where)) {
      const here = typeof place === 'string' ? place : place(item)
      if (here && (await replace(companyId, item, attribute, here))) count++
    }
  }
  return count
}

async function replace(companyId: string, { pk, sk, ...row }: Item, name: string, place: string): Promise<boolean> {
  const sealed = row[name]
  const anew = typeof sealed === 'string' ? reseal(companyId, place, sealed) : undefined
  if (anew === undefined) return false
  return isWritten(
    documentClient().send(
      new UpdateCommand({
        TableName: tableName(),
        Key: { pk, sk },
        UpdateExpression: 'SET #name = :anew',
        ConditionExpression: '#name = :sealed',
        ExpressionAttributeNames: { '#name': name },
        ExpressionAttributeValues: { ':anew': anew, ':sealed': sealed },
      }),
    ),
  )
}
