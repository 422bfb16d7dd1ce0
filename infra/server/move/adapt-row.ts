import { NO_EXPORT } from '@balcao/functions/data/jobs/job.ts'
import { type Item, ownerAndKind } from './row-part.ts'

type Export = { kind: string; state: { upload: unknown } }

/**
 * Returns a row as the other side must have it. The only value of a row that holds on one side
 * alone is the id of a multipart upload: an export of a company that has begun one begins anew.
 */
export function adaptRow(item: Item): Item {
  const text = item.row?.S
  if (ownerAndKind(item).kind !== 'job' || !text?.includes('"companyExport"')) return item
  const job = JSON.parse(text) as Export
  if (job.kind !== 'companyExport' || job.state.upload === null) return item
  return { ...item, row: { S: JSON.stringify({ ...job, state: NO_EXPORT }) } }
}
