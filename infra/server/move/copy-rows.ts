import { ScanCommand, type ScanCommandInput } from '@aws-sdk/client-dynamodb'
import { SYSTEM, TABLE } from '@balcao/shared/table.ts'
import { adaptRow } from './adapt-row.ts'
import type { End } from './end.ts'
import type { Progress } from './progress.ts'
import { expiryOf, type Item, ownerAndKind, partOf } from './row-part.ts'
import { addTo, digestOfRow, type Tally } from './tally.ts'
import { putRows } from './write-rows.ts'

/**
 * Maximum rows of a read, which ends at 1 MB before that. Nobody else reads meanwhile, and the
 * emulator goes through the whole table for each page. Without a maximum the server's table engine
 * reads the rest of the table for each page.
 */
export const PAGE = 4000
const DAY_SECONDS = 86_400

/** Returns true if a row outlives the move and is counted; others may expire meanwhile. */
const isLasting = (item: Item, began: number): boolean => (expiryOf(item) ?? Infinity) > began / 1000 + DAY_SECONDS

/**
 * Copies the rows of all companies, segment by segment, and adds them to the progress, which is
 * saved after each page: rows that were written after the last save are written again.
 */
export async function copyRows(source: End, target: End, progress: Progress, save: () => void): Promise<void> {
  const { rows } = progress
  const companies = new Set(rows.companies)
  await Promise.all(
    rows.cursors.map(async (_, segment) => {
      for (;;) {
        const cursor = rows.cursors[segment]!
        if (cursor === 'end') return
        const { Items = [], LastEvaluatedKey } = await source.dynamodb.send(
          new ScanCommand({
            ...scanOf(source),
            Segment: segment,
            TotalSegments: rows.cursors.length,
            ...(cursor === 'begin' ? {} : { ExclusiveStartKey: cursor }),
          }),
        )
        const now = Date.now() / 1000
        const copied = Items.filter(item => partOf(item, now) === 'company').map(adaptRow)
        await putRows(target, copied)
        for (const item of copied) {
          const { owner, kind } = ownerAndKind(item)
          companies.add(owner)
          if (isLasting(item, progress.began)) addTo(rows.tally, kind, digestOfRow(item))
          else rows.brief++
        }
        rows.left += Items.filter(item => partOf(item, now) === 'left').length
        rows.companies = [...companies]
        rows.cursors[segment] = LastEvaluatedKey ?? 'end'
        save()
      }
    }),
  )
}

/** Counts the lasting rows of the companies of a move on a side, and their digests. */
export async function tallyRows(end: End, { rows, began }: Pick<Progress, 'rows' | 'began'>): Promise<Tally> {
  const tally: Tally = {}
  const companies = new Set(rows.companies)
  const now = Date.now() / 1000
  await Promise.all(
    rows.cursors.map(async (_, segment) => {
      for await (const items of pagesOf(end, { Segment: segment, TotalSegments: rows.cursors.length }))
        for (const item of items) {
          const { owner, kind } = ownerAndKind(item)
          if (companies.has(owner) && partOf(item, now) === 'company' && isLasting(item, began))
            addTo(tally, kind, digestOfRow(item))
        }
    }),
  )
  return tally
}

/** Yields the rows of the installation, page by page. */
export const installationRows = (end: End): AsyncGenerator<Item[]> =>
  pagesOf(end, {
    FilterExpression: 'begins_with(#pk, :system)',
    ExpressionAttributeNames: { '#pk': TABLE.partitionKey },
    ExpressionAttributeValues: { ':system': { S: `${SYSTEM}#` } },
  })

/** Yields the rows of a side, page by page. */
export async function* pagesOf(end: End, given: Partial<ScanCommandInput>): AsyncGenerator<Item[]> {
  let from: Item | undefined
  do {
    const page = await end.dynamodb.send(new ScanCommand({ ...scanOf(end), ...given, ExclusiveStartKey: from }))
    yield page.Items ?? []
    from = page.LastEvaluatedKey
  } while (from)
}

const scanOf = ({ tableName }: End) => ({ TableName: tableName, Limit: PAGE, ConsistentRead: true })
