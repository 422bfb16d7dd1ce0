import type { ImportedQuickMessage } from '@balcao/shared/rules/imports/record.ts'
import { type QuickMessageRow, restoreQuickMessage } from '../../../data/content/quick-message.ts'
import type { ImportedRow } from '../../../data/imports/imported-row.ts'
import { WriteConflict } from '../../../data/table/transact.ts'
import { fileKey, fillFile } from '../fill-file.ts'
import { ledgerFor } from '../ledger-for.ts'
import { keptFile, type WriteContext } from '../write-context.ts'
import { idOf, instantsOf, type Made, origin, outcomeOf } from './setting.ts'

/** Number of shortcodes that are tried. */
const MOST_SHORTCODES = 20

export async function writeQuickMessage(
  context: WriteContext,
  record: ImportedQuickMessage,
  known: ImportedRow | undefined,
): Promise<Made> {
  if (known) return { outcome: outcomeOf(context, known), changes: await fillFile(context, record, known) }
  const { companyId } = context
  const id = idOf(context, record)
  const media = await keptFile(context, record.file, fileKey(companyId, id))
  const owner = record.userId === null ? undefined : context.users.get(record.userId)
  for (let n = 1; ; n++) {
    const row: QuickMessageRow & { importedFrom: string } = {
      id,
      shortcode: n === 1 ? record.shortcode : `${record.shortcode}-${n}`,
      message: record.message,
      geral: owner === undefined,
      status: true,
      queueIds: [],
      userId: owner?.id ?? context.startedBy.id,
      media,
      ...instantsOf(record.createdAt),
      ...origin(context, record.source.id),
    }
    try {
      await restoreQuickMessage(companyId, row, [ledgerFor(context, record.kind, record.source.id, id)])
      return {
        outcome: 'taken',
        ...(n === 1 ? {} : { changes: [{ reason: 'renamed' as const, detail: row.shortcode }] }),
      }
    } catch (error) {
      if (!(error instanceof WriteConflict) || error.label !== 'shortcode' || n >= MOST_SHORTCODES) throw error
    }
  }
}
