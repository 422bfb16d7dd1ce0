import { QueryCommand } from '@aws-sdk/client-dynamodb'
import { TABLE } from '@balcao/shared/table.ts'
import { rowsOfPart } from './copy-installation.ts'
import type { End } from './end.ts'
import { type Item, ownerAndKind } from './row-part.ts'
import { getRows, keyOf } from './write-rows.ts'

/** Kinds of rows that are there once in an installation, with the word for what they claim. */
const CLAIMS: Record<string, string> = {
  'company-name': 'the name',
  email: 'the e-mail',
  'api-token': 'an API token',
  'page-account': 'the page',
}

export type Company = { id: string; name: string }

/** Returns the companies of a side, by name. */
export async function companiesOf(end: End): Promise<Company[]> {
  const found: Company[] = []
  let from: Item | undefined
  do {
    const page = await end.dynamodb.send(
      new QueryCommand({
        TableName: end.tableName,
        KeyConditionExpression: '#pk = :names',
        ExpressionAttributeNames: { '#pk': TABLE.partitionKey },
        ExpressionAttributeValues: { ':names': { S: 'system#company-name' } },
        ConsistentRead: true,
        ExclusiveStartKey: from,
      }),
    )
    found.push(...(page.Items ?? []).map(item => ({ id: item.companyId?.S ?? '', name: item.name?.S ?? '' })))
    from = page.LastEvaluatedKey
  } while (from)
  return found
}

/**
 * Returns a line for everything of the source that the target has under the same key already:
 * companies, their names, e-mails, tokens and pages.
 */
export async function conflictsWith(source: End, target: End): Promise<string[]> {
  const companies = await companiesOf(source)
  const rows = companies.map(({ id }) => ({
    [TABLE.partitionKey]: { S: `${id}#company` },
    [TABLE.sortKey]: { S: 'company' },
  }))
  const there = new Set((await getRows(target, rows)).map(item => ownerAndKind(item).owner))
  const same = companies.filter(({ id }) => there.has(id)).map(({ id, name }) => `the company ${name} (${id})`)
  if (same.length > 0) return same
  const claims = (await rowsOfPart(source, 'installation')).filter(item => CLAIMS[ownerAndKind(item).kind])
  return (await getRows(target, claims.map(keyOf))).map(item => {
    const { kind } = ownerAndKind(item)
    const value = item.email?.S ?? item.name?.S ?? item.accountId?.S
    return [CLAIMS[kind], ...(value ? [value] : [])].join(' ')
  })
}
