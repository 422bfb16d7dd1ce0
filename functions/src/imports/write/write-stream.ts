/**
 * Writes the stream of another system's records, from a place in it on. After each group of records
 * it says how far it came; a run that begins there again writes nothing twice.
 */
import { setImmediate } from 'node:timers/promises'
import type {
  Imported,
  ImportedCampaignRecipient,
  ImportedContact,
  ImportedContactListItem,
  ImportedMessage,
  ImportedNote,
  ImportedSchedule,
  ImportedTicket,
  ImportRecord,
  Notice,
} from '@balcao/shared/rules/imports/record.ts'
import type { WriteProgress } from '../../data/imports/write-progress.ts'
import { collectGarbage } from '../collect-garbage.ts'
import { count, countedIn, countRecord, newTally } from '../tally.ts'
import { type Conversation, isMessage } from './conversation.ts'
import { newPace } from './pace.ts'
import { writeSetting } from './settings/write-setting.ts'
import { writeContacts } from './write-contacts.ts'
import type { WriteContext, Written } from './write-context.ts'
import { writeListItems, writeRecipients, writeSchedules } from './write-lists.ts'
import { writeConversations } from './write-tickets.ts'

export const NO_PROGRESS: WriteProgress = { position: 0, tally: [] }

type Options = {
  context: WriteContext
  stream: Iterable<Imported>
  from: WriteProgress
  /** Takes each step forward, with what is to be said of rows since the last one. */
  onProgress: (progress: WriteProgress, notices: Notice[]) => Promise<void>
  /** Returns whether to stop after this group. */
  isOver: () => boolean
}

/** Kinds that later records refer to, which are gone through again by every run. */
const SETTINGS = new Set(['queue', 'user', 'tag', 'ticketField', 'connection', 'contactList', 'campaign'])

/** Records that are written together. */
const GROUP = { contact: 60, contactListItem: 200, campaignRecipient: 200, schedule: 40 } as const
const TICKETS = 200
const MESSAGES = 1000
/** Notices that are told together. */
const NOTICES = 5000
/** Characters of the texts of messages that are written together. */
const CHARACTERS = 4_000_000

type Group = {
  contacts: ImportedContact[]
  items: ImportedContactListItem[]
  recipients: (ImportedCampaignRecipient & { n: number })[]
  schedules: ImportedSchedule[]
  conversations: Conversation[]
  messages: number
  /** Characters of their texts. */
  characters: number
  notices: Notice[]
}

const newGroup = (): Group => ({
  contacts: [],
  items: [],
  recipients: [],
  schedules: [],
  conversations: [],
  messages: 0,
  characters: 0,
  notices: [],
})

/** @returns true if the stream was written to its end */
export async function writeStream({ context, stream, from, onProgress, isOver }: Options): Promise<boolean> {
  const tally = newTally(from.tally)
  const places = new Map<string, number>()
  let position = 0
  let group = newGroup()
  const nextPace = newPace(context.companyId, context.startedBy.id)
  let ticket: ImportedTicket | undefined

  const flush = async (): Promise<boolean> => {
    context.pace = await nextPace()
    const written = await write(group)
    for (const one of written) countAndNote(one)
    for (const notice of group.notices) count(tally, { notice })
    const { notices } = group
    group = newGroup()
    await onProgress({ position, tally: countedIn(tally) }, notices)
    collectGarbage()
    return isOver()
  }

  const write = async ({ contacts, items, recipients, schedules, conversations }: Group): Promise<Written[]> => [
    ...(contacts.length > 0 ? await writeContacts(context, contacts) : []),
    ...(items.length > 0 ? await writeListItems(context, items) : []),
    ...(recipients.length > 0 ? await writeRecipients(context, recipients) : []),
    ...(conversations.length > 0 ? await writeConversations(context, conversations) : []),
    ...(schedules.length > 0 ? await writeSchedules(context, schedules) : []),
  ]

  const countAndNote = ({ record, outcome, changes = [] }: Written): void => {
    countRecord(tally, record, outcome)
    const { kind, source } = record
    if (typeof outcome === 'object')
      group.notices.push({ kind, line: source.line, id: source.id, effect: 'refused', reason: outcome.refused })
    for (const change of changes)
      group.notices.push({ kind, line: source.line, id: source.id, effect: 'changed', ...change })
  }

  for (const element of stream) {
    // Passing over what was written takes seconds: others in this process go on meanwhile.
    if (position % 500 === 499) await setImmediate()
    const isBefore = position < from.position
    if ('notice' in element) {
      if (!isBefore && group.notices.length >= NOTICES && (await flush())) return false
      position++
      if (!isBefore) group.notices.push(element.notice)
      continue
    }
    const { record } = element
    if (record.kind === 'ticket') {
      if (!isBefore && isFull(group) && (await flush())) return false
      ticket = record
    } else if (!isBefore && isOtherGroup(group, record) && (await flush())) return false
    position++
    // What is counted with a group is told with it: the ledger knows of the rest that it came.
    if (record.kind === 'campaignRecipient') places.set(record.campaignId, (places.get(record.campaignId) ?? -1) + 1)
    if (SETTINGS.has(record.kind)) {
      const written = await writeSetting(context, record as Parameters<typeof writeSetting>[1])
      if (!isBefore) countAndNote(written)
      continue
    }
    if (!isBefore) await add(record)
  }
  await flush()
  return true

  async function add(record: ImportRecord): Promise<void> {
    switch (record.kind) {
      case 'quickMessage':
      case 'macro':
        return countAndNote(await writeSetting(context, record))
      case 'contact':
        return void group.contacts.push(record)
      case 'contactListItem':
        return void group.items.push(record)
      case 'campaignRecipient':
        return void group.recipients.push({ ...record, n: places.get(record.campaignId)! })
      case 'schedule':
        return void group.schedules.push(record)
      case 'ticket':
        return void group.conversations.push({ ticket: record, isBegun: false, rows: [] })
      case 'message':
      case 'note': {
        // The group may begin in the middle of a long conversation.
        if (group.conversations.at(-1)?.ticket !== ticket)
          group.conversations.push({ ticket: ticket!, isBegun: true, rows: [] })
        group.conversations.at(-1)!.rows.push(record)
        group.messages++
        group.characters += textOf(record).length
      }
    }
  }
}

const textOf = (record: ImportedMessage | ImportedNote): string => (isMessage(record) ? record.body : record.note)

const isFull = (group: Group): boolean =>
  group.conversations.length >= TICKETS ||
  group.messages >= MESSAGES ||
  group.characters >= CHARACTERS ||
  isOfOthers(group, 'ticket')

/** Returns whether a group has records of another kind than one's own. */
function isOfOthers(group: Group, kind: ImportRecord['kind']): boolean {
  const isTicket = kind === 'ticket' || kind === 'message' || kind === 'note'
  return (
    (group.contacts.length > 0 && kind !== 'contact') ||
    (group.items.length > 0 && kind !== 'contactListItem') ||
    (group.recipients.length > 0 && kind !== 'campaignRecipient') ||
    (group.schedules.length > 0 && kind !== 'schedule') ||
    (group.conversations.length > 0 && !isTicket)
  )
}

/** Longest part of a conversation that is written at once. */
const LONGEST = 2 * MESSAGES

function isOtherGroup(group: Group, { kind }: ImportRecord): boolean {
  if (isOfOthers(group, kind)) return true
  switch (kind) {
    case 'contact':
      return group.contacts.length >= GROUP.contact
    case 'contactListItem':
      return group.items.length >= GROUP.contactListItem
    case 'campaignRecipient':
      return group.recipients.length >= GROUP.campaignRecipient
    case 'schedule':
      return group.schedules.length >= GROUP.schedule
    default:
      return group.messages >= LONGEST || group.characters >= CHARACTERS
  }
}
