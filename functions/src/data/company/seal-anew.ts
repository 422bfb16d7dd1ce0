/** After the sealing secret was changed: what a company entrusted to us is sealed by the newest one, so that the earlier one can go. */
import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { sealAnew } from '../../integrations/sealed.ts'
import { documentClient, tableName } from '../table/client.ts'
import { isRefused } from '../table/refused.ts'
import { type Item, rowsIn } from './export-rows.ts'

/** Where something sealed lies: the partition, the attribute, and the place it opens at. */
const SEALED = [
  { kind: 'prompt', attribute: 'apiKey', place: 'prompt.apiKey' },
  { kind: 'prompt', attribute: 'voiceKey', place: 'prompt.voiceKey' },
  { kind: 'queueIntegration', attribute: 'jsonContent', place: 'queueIntegration.jsonContent' },
  { kind: 'queueIntegration', attribute: 'secret', place: 'queueIntegration.secret' },
  { kind: 'webhook', attribute: 'secret', place: 'webhook.secret' },
  { kind: 'whatsapp', attribute: 'pageToken', place: 'whatsapp.pageToken' },
] as const

/** Seals all of it anew; answers how much was not yet. What somebody changes meanwhile is the newest secret's by that. May run again. */
export async function sealCompanyAnew(companyId: string): Promise<number> {
  let count = 0
  for (const { kind, attribute, place } of SEALED)
    for await (const item of rowsIn({ kind, pk: `${companyId}#${kind}` }))
      if (await replace(companyId, item, attribute, place)) count++
  return count
}

async function replace(companyId: string, { pk, sk, ...row }: Item, name: string, place: string): Promise<boolean> {
  const sealed = row[name]
  const anew = typeof sealed === 'string' ? sealAnew(companyId, place, sealed) : undefined
  if (anew === undefined) return false
  try {
    await documentClient().send(
      new UpdateCommand({
        TableName: tableName(),
        Key: { pk, sk },
        UpdateExpression: 'SET #name = :anew',
        ConditionExpression: '#name = :sealed',
        ExpressionAttributeNames: { '#name': name },
        ExpressionAttributeValues: { ':anew': anew, ':sealed': sealed },
      }),
    )
    return true
  } catch (error) {
    if (isRefused(error)) return false
    throw error
  }
}
