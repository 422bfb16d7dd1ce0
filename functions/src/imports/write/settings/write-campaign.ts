import type { ImportedCampaign } from '@balcao/shared/rules/imports/record.ts'
import { campaignWrites, newCampaign } from '../../../data/campaigns/campaign.ts'
import { plannedWrite } from '../../../data/campaigns/campaign-recipient.ts'
import type { ImportedRow } from '../../../data/imports/imported-row.ts'
import { transact } from '../../../data/table/transact.ts'
import { fileKey, fillFile } from '../fill-file.ts'
import { ledgerFor } from '../ledger-for.ts'
import { keptFile, type WriteContext } from '../write-context.ts'
import { idOf, type Made, origin, outcomeOf } from './setting.ts'

export async function writeCampaign(
  context: WriteContext,
  record: ImportedCampaign,
  known: ImportedRow | undefined,
): Promise<Made> {
  const { companyId } = context
  if (known) {
    context.campaigns.set(record.source.id, known.id)
    return { outcome: outcomeOf(context, known), changes: await fillFile(context, record, known) }
  }
  const id = idOf(context, record)
  const text = (texts: readonly string[], n: number): string => texts[n] ?? ''
  const row = {
    ...newCampaign(companyId, {
      name: record.name,
      status: record.status,
      message1: text(record.messages, 0),
      message2: text(record.messages, 1),
      message3: text(record.messages, 2),
      message4: text(record.messages, 3),
      message5: text(record.messages, 4),
      confirmationMessage1: text(record.confirmationMessages, 0),
      confirmationMessage2: text(record.confirmationMessages, 1),
      confirmationMessage3: text(record.confirmationMessages, 2),
      confirmationMessage4: text(record.confirmationMessages, 3),
      confirmationMessage5: text(record.confirmationMessages, 4),
      confirmation: record.confirmation,
      whatsappId: record.connectionId === null ? null : (context.connections.get(record.connectionId)?.id ?? null),
      contactListId: record.contactListId === null ? null : (context.contactLists.get(record.contactListId) ?? null),
      tagListId: null,
      fileListId: null,
      scheduledAt: record.scheduledAt,
      media: await keptFile(context, record.file, fileKey(companyId, id)),
    }),
    id,
    completedAt: record.completedAt,
    createdAt: record.createdAt,
    updatedAt: record.completedAt ?? record.createdAt,
    ...origin(context, record.source.id),
  }
  await transact([
    ...campaignWrites(row),
    plannedWrite(companyId, id),
    ledgerFor(context, record.kind, record.source.id, id),
  ])
  context.campaigns.set(record.source.id, id)
  return { outcome: 'taken' }
}
