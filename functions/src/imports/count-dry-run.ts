/**
 * Counts what would become of a stream's records if they were written: those that an earlier import
 * of the same installation brought are there already.
 */

import { messageDigest } from '@balcao/shared/ids.ts'
import type { Imported, ImportRecord } from '@balcao/shared/rules/imports/record.ts'
import { getRecipients, recipientKey } from '../data/campaigns/campaign-recipient.ts'
import { numberKey, numbersInList } from '../data/campaigns/contact-list-item.ts'
import { cameFrom, importedMessageId, type LedgerKind, ledgerOf } from '../data/imports/imported-row.ts'
import { pointersOf } from '../data/tickets/message-row.ts'
import { count, countRecord, type Tally } from './tally.ts'
import { otherSpelling } from './write/other-spelling.ts'

/** Records that are looked for together. */
const GROUP = 1000

type Known = Set<ImportRecord>
type Of<Kind extends ImportRecord['kind']> = Extract<ImportRecord, { kind: Kind }>

/**
 * Returns a function that counts an element, and one that counts what still waits.
 * @param place the other installation and company (`OpenImport.place`)
 */
export async function newDryRun(
  { companyId, place }: { companyId: string; place: string },
  tally: Tally,
): Promise<{ add: (element: Imported) => Promise<void>; end: () => Promise<void> }> {
  // Of a first import nothing is looked for.
  if (!(await cameFrom(companyId, place)))
    return {
      add: async element => count(tally, element),
      end: async () => undefined,
    }
  const known = newLook(companyId, place)
  let waiting: ImportRecord[] = []
  const end = async () => {
    const found = await known(waiting)
    for (const record of waiting) countRecord(tally, record, found.has(record) ? 'there' : 'taken')
    waiting = []
  }
  return {
    async add(element) {
      if ('notice' in element) return count(tally, element)
      waiting.push(element.record)
      if (waiting.length >= GROUP) await end()
    },
    end,
  }
}

/** Returns a function that finds those of some records, in their order, that are there. */
function newLook(companyId: string, place: string): (records: readonly ImportRecord[]) => Promise<Known> {
  /** Rows here of the kinds that others refer to, by their ids there. */
  const rows = { connection: new Map<string, string>(), contactList: new Map(), campaign: new Map() } as const
  /** Ticket whose messages come next; undefined if it is not there. */
  let ticket: { id: string; connectionId: string } | undefined

  return async records => {
    const known: Known = new Set()
    const byKind = Map.groupBy(records, ({ kind }) => kind)
    const ticketIds = new Map<string, string>()
    for (const [kind, group] of byKind) {
      if (kind === 'message' || kind === 'contactListItem' || kind === 'campaignRecipient') continue
      const ledger = await ledgerOf(
        companyId,
        place,
        kind as LedgerKind,
        group.map(({ source }) => source.id),
      )
      for (const record of group) {
        const row = ledger.get(record.source.id)
        if (!row) continue
        known.add(record)
        if (kind === 'ticket') ticketIds.set(record.source.id, row.id)
        if (kind in rows) rows[kind as keyof typeof rows].set(record.source.id, row.id)
      }
    }
    await findItems(of(byKind, 'contactListItem'), known)
    await findRecipients(of(byKind, 'campaignRecipient'), known)
    await findMessages(records, ticketIds, known)
    return known
  }

  async function findItems(records: readonly Of<'contactListItem'>[], known: Known): Promise<void> {
    for (const [listId, group] of Map.groupBy(records, one => rows.contactList.get(one.contactListId))) {
      if (listId === undefined) continue
      const numbers = group.map(({ number }) => number)
      const found = await numbersInList(companyId, listId, numbers)
      for (const record of group) if (found.has(numberKey(record.number))) known.add(record)
    }
  }

  async function findRecipients(records: readonly Of<'campaignRecipient'>[], known: Known): Promise<void> {
    const keyOf = ({ number }: Of<'campaignRecipient'>) => recipientKey({ number, lid: null })
    for (const [campaignId, group] of Map.groupBy(records, one => rows.campaign.get(one.campaignId))) {
      if (campaignId === undefined) continue
      const found = await getRecipients(companyId, campaignId, [...new Set(group.map(keyOf))])
      for (const record of group) if (found.has(keyOf(record))) known.add(record)
    }
  }

  async function findMessages(
    records: readonly ImportRecord[],
    ticketIds: ReadonlyMap<string, string>,
    known: Known,
  ): Promise<void> {
    type Wanted = { record: Of<'message'>; ticketId: string; connectionId: string }
    const wanted: Wanted[] = []
    for (const record of records)
      if (record.kind === 'ticket') {
        const id = ticketIds.get(record.source.id)
        const connectionId = rows.connection.get(record.connectionId)
        ticket = id && connectionId ? { id, connectionId } : undefined
      } else if (record.kind === 'message' && ticket)
        wanted.push({ record, ticketId: ticket.id, connectionId: ticket.connectionId })
    // A message whose id another conversation has is stored under an id of its own.
    let left = wanted
    for (const spelling of [({ record }: Wanted) => record.whatsappId, ({ record }: Wanted) => otherSpelling(record)]) {
      const idOf = (one: Wanted) => importedMessageId(one.connectionId, spelling(one), one.record.createdAt)
      const pointers = await pointersOf(companyId, left.map(idOf))
      left = left.filter(one => {
        const isThere = pointers.get(messageDigest(idOf(one)))?.ticketId === one.ticketId
        if (isThere) known.add(one.record)
        return !isThere
      })
    }
  }
}

const of = <Kind extends ImportRecord['kind']>(
  byKind: ReadonlyMap<ImportRecord['kind'], ImportRecord[]>,
  kind: Kind,
): Of<Kind>[] => (byKind.get(kind) ?? []) as Of<Kind>[]
