/**
 * Texts that a person began in a ticket and did not send: a row in a partition of the user, so that
 * all are read at once, and a pointer in the ticket's partition, by which they go with the ticket
 * (decision 0095).
 */
import {
  TEXT_DRAFT_DAYS,
  TEXT_DRAFT_KINDS,
  type TextDraft,
  type TextDraftKind,
} from '@balcao/shared/entities/text-draft.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { z } from 'zod'
import { instant } from '../instant.ts'
import type { Test, Tests } from '../table/condition.ts'
import { defineRow, type RowOf } from '../table/define-row.ts'
import type { TableKey } from '../table/keys.ts'
import { fromQuery, type Page, type PageOptions, pageOf } from '../table/page.ts'
import { isWritten } from '../table/refused.ts'
import { removePartition } from '../table/remove-keys.ts'
import { updateOne } from '../table/single-write.ts'
import { put, remove, transact, type Write, WriteConflict } from '../table/transact.ts'
import { ticketExists } from './ticket.ts'

const KEPT_SECONDS = TEXT_DRAFT_DAYS * 86_400

const TEXT_DRAFTS = defineRow({
  kind: 'textDraft',
  key: { pk: '${companyId}#text-drafts#${userId}', sk: '${ticketId}#${kind}' },
  content: z.object({
    companyId: z.string(),
    userId: z.string(),
    ticketId: z.string(),
    kind: z.enum(TEXT_DRAFT_KINDS),
    text: z.string(),
    version: z.number(),
    /** Epoch milliseconds. */
    updatedAt: z.number(),
    /** Epoch seconds. */
    expiresAt: z.number(),
  }),
  keyOnly: ['companyId', 'userId', 'ticketId'],
  unmarked: true,
})

/** Prefix of the sort keys of a ticket's pointers. */
const POINTER = 'begun#'

const POINTERS = defineRow({
  kind: 'textDraftPointer',
  key: { pk: '${companyId}#ticket#${ticketId}', sk: 'begun#${userId}#${kind}' },
  content: z.object({
    companyId: z.string(),
    ticketId: z.string(),
    userId: z.string(),
    kind: z.string(),
    expiresAt: z.number(),
  }),
  keyOnly: ['companyId', 'ticketId', 'userId', 'kind'],
  unmarked: true,
})

type Ids = { companyId: string; userId: string; ticketId: string; kind: TextDraftKind }
type Row = RowOf<typeof TEXT_DRAFTS>
type Stored = Pick<Row, 'ticketId' | 'kind' | 'text' | 'version' | 'updatedAt'>

const toDraft = ({ ticketId, kind, text, version, updatedAt }: Stored): TextDraft => ({
  ...{ ticketId, kind, text, version },
  updatedAt: instant(updatedAt),
})

const noDraft = ({ ticketId, kind }: Ids): TextDraft =>
  toDraft({ ticketId, kind, text: '', version: 0, updatedAt: Date.now() })

/** Reads a page of what a user began. Throws ERR_INVALID_CURSOR. */
export const pageOfTextDrafts = (companyId: string, userId: string, options: PageOptions): Promise<Page<TextDraft>> =>
  pageOf(
    companyId,
    `text-drafts|${userId}`,
    fromQuery(from => TEXT_DRAFTS.query({ companyId, userId }, from ? { above: from as string } : undefined), {
      attributes: TEXT_DRAFTS.attributes,
      order: 'asc',
      toRow: item => toDraft(TEXT_DRAFTS.parse(item)!),
      positionOf: ({ ticketId, kind }) => `${ticketId}#${kind}`,
    }),
    options,
  )

/** Draft as it is after a save, and whether the save wrote anything. */
type Saved = { draft: TextDraft; isChanged: boolean }

/**
 * Replaces the given version of a text (0: there is none). An empty text removes it, and an equal
 * one writes nothing. Costs 1 write unit per KB; the first of a ticket and a removal 4.
 * @throws ERR_CONFLICT with the current draft or null as `draft`; ERR_NO_TICKET_FOUND
 */
export async function saveTextDraft(ids: Ids, { text, version }: { text: string; version: number }): Promise<Saved> {
  const now = await TEXT_DRAFTS.get(ids, { consistent: true })
  if ((now?.text ?? '') === text) return { draft: now ? toDraft(now) : noDraft(ids), isChanged: false }
  if ((now?.version ?? 0) !== version) throw conflict(now)
  const updatedAt = Date.now()
  // Versions rise also from one draft to the next, so that a stale one never matches a later draft.
  const next = Math.max(updatedAt, version + 1)
  const fields = { text, version: next, updatedAt, expiresAt: Math.floor(updatedAt / 1000) + KEPT_SECONDS }
  if (!(await isSaved(ids, now && version, fields))) throw conflict(await TEXT_DRAFTS.get(ids, { consistent: true }))
  return { draft: text === '' ? noDraft(ids) : toDraft({ ...ids, ...fields }), isChanged: true }
}

type Fields = Pick<Stored, 'text' | 'version' | 'updatedAt'> & { expiresAt: number }

/** Returns the writes of a ticket's first text of a kind. */
const firstWrites = (ids: Ids, fields: Fields): Write[] => [
  put('draft', TEXT_DRAFTS.create({ ...ids, ...fields })),
  // It outlives the text's changes of a month; a text that is changed
  // for longer goes by its own time.
  put('pointer', POINTERS.put({ ...ids, expiresAt: fields.expiresAt + KEPT_SECONDS })),
  ticketExists(ids.companyId, ids.ticketId),
]

/**
 * Saves a text over a version, undefined for none; returns false if there is another one by now.
 */
async function isSaved(ids: Ids, version: number | undefined, fields: Fields): Promise<boolean> {
  if (version === undefined) return isCommitted(firstWrites(ids, fields))
  const isStill: { when: (is: Tests<Row>) => Test[] } = { when: is => [is.equal('version', version)] }
  if (fields.text !== '') return isWritten(updateOne(TEXT_DRAFTS.change(ids, { set: fields, ...isStill })))
  return isCommitted([remove('draft', TEXT_DRAFTS.delete(ids, isStill)), remove('pointer', POINTERS.delete(ids))])
}

async function isCommitted(writes: Write[]): Promise<boolean> {
  try {
    await transact(writes, { ticket: 'ERR_NO_TICKET_FOUND' })
    return true
  } catch (error) {
    if (error instanceof WriteConflict) return false
    throw error
  }
}

const conflict = (now: Stored | undefined): AppError =>
  new AppError('ERR_CONFLICT', { data: { draft: now ? toDraft(now) : null } })

/** Returns the keys of the texts to which a ticket's rows point. */
export const textDraftsOf = (companyId: string, ticketId: string, sks: readonly string[]): TableKey[] =>
  sks
    .filter(sk => sk.startsWith(POINTER))
    .map(sk => sk.slice(POINTER.length).split('#'))
    .map(([userId = '', kind]) => TEXT_DRAFTS.key({ companyId, userId, ticketId, kind: kind as TextDraftKind }))

/** Removes everything that a deleted user began. */
export const removeTextDraftsOf = (companyId: string, userId: string): Promise<void> =>
  removePartition(TEXT_DRAFTS.query({ companyId, userId }))
