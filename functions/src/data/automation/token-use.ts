/**
 * Tokens that AI agents use: a row per company and month, updated in the transaction of the reply
 * that used them.
 */
import type { PromptUsage } from '@balcao/shared/api/automation/prompts.ts'
import { getSettings } from '../company/setting.ts'
import { thisMonth } from '../company/this-month.ts'
import { tableName } from '../table/client.ts'
import { getItem } from '../table/get-item.ts'
import type { TableKey } from '../table/keys.ts'
import { update, type Write } from '../table/transact.ts'

const keyOf = (companyId: string, month: string): TableKey => ({ pk: `${companyId}#tokens`, sk: `tokens#${month}` })

/** Returns a write, labelled `tokens`, that adds to this month's use. */
export async function addTokens(companyId: string, tokens: number): Promise<Write> {
  return update('tokens', {
    TableName: tableName(),
    Key: keyOf(companyId, await thisMonth(companyId)),
    UpdateExpression: 'ADD #tokens :tokens',
    ExpressionAttributeNames: { '#tokens': 'tokens' },
    ExpressionAttributeValues: { ':tokens': tokens },
  })
}

/** Returns this month's use and the limit. */
export async function tokenUse(companyId: string): Promise<PromptUsage> {
  const [month, { openAiMonthlyTokens: limit }] = await Promise.all([thisMonth(companyId), getSettings(companyId)])
  const row = await getItem(keyOf(companyId, month), true)
  return { month, tokens: Number(row?.tokens ?? 0), limit: limit === '' ? null : Number(limit) }
}

/** Returns whether this month's tokens are used up. */
export const areTokensSpent = ({ tokens, limit }: PromptUsage): boolean => limit !== null && tokens >= limit
