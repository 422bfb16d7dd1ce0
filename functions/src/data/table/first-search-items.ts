import { QueryCommand } from '@aws-sdk/lib-dynamodb'
import { documentClient, tableName } from './client.ts'
import { idAndToken, unitsOf } from './search.ts'
import { keptOf, partition, type SearchItem, type SearchKind } from './search-item.ts'

/** Row that a search item leads to, with the words it is found by. */
export type ItemHit = { id: string; words: readonly string[]; codes: readonly string[] }

export type ItemsLookup = {
  /** Word, or two words with a space between them for the items of pairs. */
  text: string
  pair: boolean
  /** True for items of exactly this text, without those that only begin with it. */
  whole: boolean
}

/** Page of hits, with the half read units it took and the position after it; null at the end. */
export type ItemsPage = { hits: ItemHit[]; halves: number; next: string | null }

const split = (text: string): string[] => (text ? text.split(' ') : [])

/**
 * Reads search items in the ascending order of their words, so that whole words come before longer
 * ones: half a read unit per 4 KB.
 */
export async function firstSearchItems(
  companyId: string,
  kind: SearchKind,
  { text, pair, whole }: ItemsLookup,
  limit: number,
  after: string | null = null,
): Promise<ItemsPage> {
  const pk = partition(companyId, kind, { text, pair })
  const { Items = [], LastEvaluatedKey } = await documentClient().send(
    new QueryCommand({
      TableName: tableName(),
      KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
      ExpressionAttributeValues: { ':pk': pk, ':prefix': whole ? `${text}#` : text },
      Limit: limit,
      ...(after ? { ExclusiveStartKey: { pk, sk: after } } : {}),
    }),
  )
  const items = Items as SearchItem[]
  const hits = items.map(item => {
    const { words, codes } = keptOf(item)
    return { id: idAndToken(item).id, words: split(words), codes: split(codes) }
  })
  return { hits, halves: unitsOf(items), next: LastEvaluatedKey ? String(LastEvaluatedKey.sk) : null }
}
