/**
 * Brings the file of a quick reply, a campaign or a scheduled message that came before without it,
 * as `fill-media.ts` does for messages. A row of the ledger says which import brought it.
 */
import type { ImportedCampaign, ImportedQuickMessage, ImportedSchedule } from '@balcao/shared/rules/imports/record.ts'
import type { KeptMedia } from '@balcao/shared/rules/inbound/pipeline.ts'
import { campaignFileWrite, getCampaign } from '../../data/campaigns/campaign.ts'
import { QUICK_MESSAGES, quickMessageFileWrite } from '../../data/content/quick-message.ts'
import { getSchedule, scheduleFileWrite } from '../../data/content/schedule.ts'
import { type ImportedRow, ledgerOf } from '../../data/imports/imported-row.ts'
import { getRow } from '../../data/table/small-list.ts'
import { transact, type Write, WriteConflict } from '../../data/table/transact.ts'
import { removeObjects } from '../../integrations/storage.ts'
import type { Changes } from './conversation.ts'
import { ledgerFor } from './ledger-for.ts'
import { keptFile, type WriteContext } from './write-context.ts'

type WithFile = ImportedQuickMessage | ImportedCampaign | ImportedSchedule
type Kind = WithFile['kind']

/** Row with a file, and the write that sets it, refused if the row changed meanwhile. */
type Holder = { media: { key?: string } | null; write: (media: KeptMedia | null) => Write }

/** Returns the row that may get a file; a scheduled message that was sent may not. */
async function holderOf(kind: Kind, companyId: string, id: string): Promise<Holder | undefined> {
  switch (kind) {
    case 'quickMessage': {
      const row = await getRow(companyId, QUICK_MESSAGES, id, true)
      return row && { media: row.media, write: media => quickMessageFileWrite(companyId, row, media) }
    }
    case 'campaign': {
      const row = await getCampaign(companyId, id, true)
      return row && { media: row.media, write: media => campaignFileWrite(row, media) }
    }
    case 'schedule': {
      const row = await getSchedule(companyId, id, true)
      if (row?.status !== 'PENDENTE') return undefined
      return { media: row.media, write: media => scheduleFileWrite(row, media) }
    }
  }
}

export const fileKey = (companyId: string, id: string): string => `${companyId}/media/kept/${id}/file`

/**
 * Stores the file that is missing here and is in the media folder by now.
 * @param known row of the ledger of a record that came before
 * @returns what is to be said of it; the same again for a file that this import brought
 */
export async function fillFile(context: WriteContext, record: WithFile, known: ImportedRow): Promise<Changes> {
  const { companyId, place, importId } = context
  const { kind, file, source } = record
  if (!file?.path || known.joined || known.importId === importId) return []
  const added: Changes = [{ reason: 'mediaAdded', detail: file.path }]
  const name = `${kind}.${source.id}.${importId}`
  const holder = await holderOf(kind, companyId, known.id)
  if (!holder) return []
  if (holder.media) return (await ledgerOf(companyId, place, 'file', [name])).size > 0 ? added : []
  const key = fileKey(companyId, known.id)
  const media = await keptFile(context, file, key)
  if (!media) return []
  try {
    await transact([ledgerFor(context, 'file', name, known.id), holder.write(media)])
    return added
  } catch (error) {
    if (!(error instanceof WriteConflict)) throw error
    if (error.label === 'imported') return added
    // Somebody changed it meanwhile: they saw it without the file.
    await removeObjects([key])
    return []
  }
}

/** Takes a file away that an import brought later, if the row still has it. */
export async function emptyFile(companyId: string, id: string): Promise<void> {
  const key = fileKey(companyId, id)
  for (const kind of ['quickMessage', 'campaign', 'schedule'] as const) {
    const holder = await holderOf(kind, companyId, id)
    if (holder?.media?.key !== key) continue
    try {
      await transact([holder.write(null)])
    } catch (error) {
      // Somebody changed it: the file is theirs now.
      if (error instanceof WriteConflict) return
      throw error
    }
    await removeObjects([key])
  }
}
