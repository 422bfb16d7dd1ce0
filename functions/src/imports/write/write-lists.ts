/** Writes people of contact lists, recipients of campaigns, and scheduled messages. */
import type {
  ImportedCampaignRecipient,
  ImportedContactListItem,
  ImportedSchedule,
} from '@balcao/shared/rules/imports/record.ts'
import { longSpelling } from '@balcao/shared/rules/phone-number.ts'
import {
  getRecipients,
  newRecipient,
  planWrites,
  type RecipientRow,
  recipientKey,
} from '../../data/campaigns/campaign-recipient.ts'
import { restoreItems } from '../../data/campaigns/contact-list-item.ts'
import { newSchedule } from '../../data/content/schedule.ts'
import { importedId, ledgerOf } from '../../data/imports/imported-row.ts'
import { retryUntilWritten, transact, WriteConflict } from '../../data/table/transact.ts'
import { fileKey, fillFile } from './fill-file.ts'
import { ledgerFor } from './ledger-for.ts'
import { importedFrom, isOf, keptFile, type Outcome, type WriteContext, type Written } from './write-context.ts'

/** Number of rows in a transaction: two writes each, and those that count them. */
const BATCH = 40

export async function writeListItems(
  context: WriteContext,
  records: readonly ImportedContactListItem[],
): Promise<Written[]> {
  const written: Written[] = []
  for (const [listId, group] of Map.groupBy(records, one => context.contactLists.get(one.contactListId))) {
    if (listId === undefined) {
      written.push(...group.map(record => ({ record, outcome: { refused: 'contactListMissing' as const } })))
      continue
    }
    for (let at = 0; at < group.length; at += BATCH) {
      const part = group.slice(at, at + BATCH)
      const items = part.map(record => ({
        id: importedId(context, 'contactListItem', record.source.id, record.createdAt),
        name: record.name,
        number: record.number,
        email: record.email,
        isWhatsappValid: record.isWhatsappValid,
        createdAt: new Date(record.createdAt).toISOString(),
        importedFrom: importedFrom(context, record.source.id),
      }))
      const owners = await restoreItems(context.companyId, listId, items)
      written.push(
        ...part.map((record, i): Written => {
          // Undefined: the list was deleted meanwhile.
          const from = owners[i]
          if (from === undefined) return { record, outcome: { refused: 'contactListMissing' } }
          return { record, outcome: from === items[i]!.importedFrom ? 'taken' : 'there' }
        }),
      )
    }
  }
  return written
}

export async function writeRecipients(
  context: WriteContext,
  records: readonly (ImportedCampaignRecipient & { n: number })[],
): Promise<Written[]> {
  const { companyId } = context
  const written: Written[] = []
  for (const [campaignId, group] of Map.groupBy(records, one => context.campaigns.get(one.campaignId))) {
    if (campaignId === undefined) {
      written.push(...group.map(record => ({ record, outcome: { refused: 'campaignMissing' as const } })))
      continue
    }
    for (let at = 0; at < group.length; at += BATCH) {
      const part = group.slice(at, at + BATCH)
      const rows = new Map<string, RecipientRow>()
      for (const record of part) {
        const row = recipientOf(context, campaignId, record)
        if (!rows.has(row.key)) rows.set(row.key, row)
      }
      const stored = await retryUntilWritten(async () => {
        const there = await getRecipients(companyId, campaignId, [...rows.keys()])
        const missing = [...rows.values()].filter(({ key }) => !there.has(key))
        if (missing.length > 0) await transact(planWrites(missing))
        return there
      })
      const seen = new Set<string>()
      for (const record of part) {
        const key = recipientKey({ number: record.number, lid: null })
        const isFirst = !seen.has(key)
        seen.add(key)
        const mine = !stored.has(key) || isOf(context.importId, stored.get(key)!.importedFrom)
        const isIts = rows.get(key)!.importedFrom === (stored.get(key)?.importedFrom ?? rows.get(key)!.importedFrom)
        written.push({ record, outcome: isFirst && mine && isIts ? 'taken' : 'there' })
      }
    }
  }
  return written
}

function recipientOf(
  context: WriteContext,
  campaignId: string,
  record: ImportedCampaignRecipient & { n: number },
): RecipientRow {
  const isSent = ['sent', 'delivered', 'read'].includes(record.state)
  return {
    ...newRecipient({
      companyId: context.companyId,
      campaignId,
      id: importedId(context, 'campaignRecipient', record.source.id, record.createdAt),
      n: record.n,
      name: record.name,
      number: longSpelling(record.number),
      itemId: null,
      isValid: null,
      lid: null,
      variant: 1,
    }),
    state: record.state,
    confirmationRequestedAt: record.confirmationRequestedAt,
    confirmedAt: record.confirmedAt,
    sentAt: isSent ? (record.deliveredAt ?? record.createdAt) : null,
    deliveredAt: record.state === 'delivered' || record.state === 'read' ? record.deliveredAt : null,
    updatedAt: record.deliveredAt ?? record.createdAt,
    importedFrom: importedFrom(context, record.source.id),
  }
}

export async function writeSchedules(context: WriteContext, records: readonly ImportedSchedule[]): Promise<Written[]> {
  const { companyId, place, importId } = context
  const written: Written[] = []
  for (const record of records) {
    const { id: sourceId } = record.source
    const known = (await ledgerOf(companyId, place, 'schedule', [sourceId])).get(sourceId)
    const contact = (await ledgerOf(companyId, place, 'contact', [record.contactId])).get(record.contactId)
    if (known || !contact) {
      const outcome: Outcome = known ? (known.importId === importId ? 'taken' : 'there') : { refused: 'contactMissing' }
      written.push({ record, outcome, ...(known ? { changes: await fillFile(context, record, known) } : {}) })
      continue
    }
    const id = importedId(context, 'schedule', sourceId, record.createdAt)
    const { writes } = newSchedule(companyId, {
      id,
      body: record.body,
      contactId: contact.id,
      media: await keptFile(context, record.file, fileKey(companyId, id)),
      whatsappId: record.connectionId === null ? null : (context.connections.get(record.connectionId)?.id ?? null),
      user: (record.userId === null ? undefined : context.users.get(record.userId)) ?? context.startedBy,
      sendAt: record.sendAt,
      recurrence: record.recurrence,
      createdAt: record.createdAt,
      importedFrom: importedFrom(context, sourceId),
    })
    try {
      await transact([ledgerFor(context, 'schedule', sourceId, id), ...writes])
    } catch (error) {
      if (!(error instanceof WriteConflict)) throw error
    }
    written.push({ record, outcome: 'taken' })
  }
  return written
}
