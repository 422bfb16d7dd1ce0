/**
 * Recipients of a campaign and their states: one row each, keyed by the number (for Brazilian
 * mobiles the longer of its two spellings), so that a person planned twice, or in the list twice,
 * is one recipient. Rows are changed under their version, and the campaign's figures are updated in
 * the same transaction. All changes of one recipient are counted in the same one of a few rows, so
 * that sending and acknowledging do not wait for a single row, and the remaining number never
 * appears too low.
 */
import { RECIPIENT_STATES, type RecipientCounts, type RecipientState } from '@balcao/shared/entities/campaign.ts'
import type { ErrorCode } from '@balcao/shared/errors.ts'
import type { OutboundContent } from '@balcao/shared/events/queues.ts'
import type { Stage } from '@balcao/shared/rules/campaigns/recipient-transitions.ts'
import { wellFormed } from '@balcao/shared/rules/cut-text.ts'
import { longSpelling } from '@balcao/shared/rules/phone-number.ts'
import { z } from 'zod'
import { lidAlias, spellingAlias } from '../contacts/contact-row.ts'
import { batchItems } from '../table/batch-items.ts'
import { defineRow, type RowOf } from '../table/define-row.ts'
import type { TableKey } from '../table/keys.ts'
import { normalizeName } from '../table/normalize.ts'
import { definePackedRow, unchanged } from '../table/packed-row.ts'
import { fromQuery, type Source } from '../table/page.ts'
import { queryItems } from '../table/query-items.ts'
import { put, remove, update, type Write } from '../table/transact.ts'

/** Recipient of a campaign as the server stores it. Times are epoch milliseconds. */
export type RecipientRow = {
  companyId: string
  campaignId: string
  /** Number as a key: see `recipientKey`. */
  key: string
  version: number
  id: string
  /** Place in the sending order, from 0. */
  n: number
  name: string
  number: string
  /** Item of the contact list the recipient comes from. */
  itemId: string | null
  /** WhatsApp's answer about the number; null if it was not checked. */
  isValid: boolean | null
  /** LID of the recipient, if WhatsApp named one. */
  lid: string | null
  state: RecipientState
  reason: ErrorCode | null
  variant: number
  confirmationRequestedAt: number | null
  confirmedAt: number | null
  sentAt: number | null
  deliveredAt: number | null
  readAt: number | null
  answeredAt: number | null
  ticketId: string | null
  /** Message that was sent and neither accepted by WhatsApp nor given up. */
  inFlight: Stage | null
  /**
   * Connection that sent the recipient's last message; null if none was sent, or before this was
   * recorded.
   */
  over: string | null
  /** Time at which the last command was sent. */
  leftAt: number
  /** Number of commands sent for the message in flight. */
  tries: number
  /**
   * Sequence number of the message on its connection, from 1: the last hundred decide about a
   * pause.
   */
  nth: number
  /** Messages of the recipient that are shown in a ticket. */
  shown: Stage[]
  /** Import and source id of a recipient of another system (imports/imported-row.ts). */
  importedFrom?: string
  updatedAt: number
}

export type RecipientIdentity = { number: string; lid: string | null }

/**
 * Returns the key of a person: the same for a Brazilian mobile's two spellings, and the LID if the
 * number is hidden.
 */
export const recipientKey = ({ number, lid }: RecipientIdentity): string =>
  number ? longSpelling(number) : `lid${lid}`

type NewRecipient = Pick<
  RecipientRow,
  'companyId' | 'campaignId' | 'id' | 'n' | 'name' | 'number' | 'itemId' | 'isValid' | 'lid' | 'variant'
>

/**
 * Returns a planned recipient: waiting, unless WhatsApp has said that its number has no account.
 */
export const newRecipient = (given: NewRecipient): RecipientRow => ({
  ...given,
  key: recipientKey(given),
  version: 1,
  state: given.isValid === false ? 'invalid' : 'waiting',
  reason: null,
  confirmationRequestedAt: null,
  confirmedAt: null,
  sentAt: null,
  deliveredAt: null,
  readAt: null,
  answeredAt: null,
  ticketId: null,
  inFlight: null,
  over: null,
  leftAt: 0,
  tries: 0,
  nth: 0,
  shown: [],
  updatedAt: Date.now(),
})

/** Returns a place in the order: eight digits, so that the keys sort like numbers. */
const placeOf = (n: number): string => String(n).padStart(8, '0')

/**
 * Recipients: by number, by state and place in the order, and by the time at which a message was
 * sent, while WhatsApp has not accepted it.
 */
export const RECIPIENTS = definePackedRow({
  kind: 'shipping',
  key: { pk: '${companyId}#shipping#${campaignId}', sk: 'to#${key}' },
  indexes: {
    gsi1: { pk: '${companyId}#shipping#${campaignId}', sk: '${state}#${place}' },
    gsi2: { pk: '${companyId}#in-flight#${campaignId}', sk: '${inFlightSince}#${key}' },
  },
  content: z.custom<RecipientRow>(),
  derive: ({ n, inFlight, leftAt }) => ({ place: placeOf(n), inFlightSince: inFlight ? leftAt : undefined }),
  defaults: { over: null },
})

/** Names of recipients, by which a search finds their keys. */
export const RECIPIENT_NAMES = defineRow({
  kind: 'shippingName',
  key: { pk: '${companyId}#shipping#${campaignId}', sk: 'name#${folded}#${key}' },
  content: z.object({ companyId: z.string(), campaignId: z.string(), folded: z.string(), key: z.string() }),
  keyOnly: ['companyId', 'campaignId', 'folded', 'key'],
  unmarked: true,
})

/**
 * Returns a write labelled `shipping`: a new row, or one that replaces `before` provided that it is
 * unchanged.
 */
const rowWrite = (after: RecipientRow, before?: RecipientRow): Write =>
  put('shipping', RECIPIENTS.replace(after, before))

// ---- figures ------------------------------------------------------------------------------------

/** Number of recipients per transaction: two rows each at most, and the figures. */
export const PLAN_BATCH_SIZE = 40

/** Number of rows over which a campaign's figures are spread. */
const PARTS = 16
/**
 * Number of these rows used by recipients planned together, so that planning writes few rows.
 * Neighbours use different ones, as they are sent and acknowledged at the same time.
 */
const NEIGHBOURS = 4

const partOf = (n: number): number => (Math.floor(n / PLAN_BATCH_SIZE) * NEIGHBOURS + (n % NEIGHBOURS)) % PARTS

type Figure = RecipientState | 'inFlight'
const FIGURES: readonly Figure[] = [...RECIPIENT_STATES, 'inFlight']

const figuresOf = ({ state, inFlight }: RecipientRow): Figure[] => [state, ...(inFlight ? (['inFlight'] as const) : [])]

const count = z.number().optional()
const figures = Object.fromEntries(FIGURES.map(figure => [figure, count])) as Record<Figure, typeof count>

/** Figures of a campaign, in some rows. */
export const COUNTS = defineRow({
  kind: 'shippingCount',
  key: { pk: '${companyId}#shipping-counts#${campaignId}', sk: 'part#${part}' },
  content: z.object({
    companyId: z.string(),
    campaignId: z.string(),
    part: z.string(),
    ...figures,
    /** Number of recipients whose delivery was acknowledged, whatever followed. */
    arrived: count,
    /** Time (epoch ms) of the last confirmation request. */
    askedAt: count,
  }),
  keyOnly: ['companyId', 'campaignId', 'part'],
  unmarked: true,
})

/** Row beside the figures: every recipient of the campaign has a row. */
const PLANS = defineRow({
  kind: 'shippingPlan',
  key: { pk: '${companyId}#shipping-counts#${campaignId}', sk: 'plan' },
  content: z.object({ companyId: z.string(), campaignId: z.string(), planned: z.boolean() }),
  keyOnly: ['companyId', 'campaignId'],
  unmarked: true,
})

/**
 * Returns the writes, labelled `counts`, for recipients that are created or changed; each row of
 * figures is written once.
 */
function countWrites(changes: readonly { before?: RecipientRow | undefined; after: RecipientRow }[]): Write[] {
  const parts = new Map<number, { by: Map<string, number>; askedAt: number }>()
  for (const { before, after } of changes) {
    const part = parts.get(partOf(after.n)) ?? { by: new Map<string, number>(), askedAt: 0 }
    parts.set(partOf(after.n), part)
    const add = (figure: string, by: number) => part.by.set(figure, (part.by.get(figure) ?? 0) + by)
    for (const figure of before ? figuresOf(before) : []) add(figure, -1)
    for (const figure of figuresOf(after)) add(figure, 1)
    // A recipient counts as delivered from the first delivery on, whatever follows.
    if (after.deliveredAt !== null && !before?.deliveredAt) add('arrived', 1)
    if (after.confirmationRequestedAt !== (before?.confirmationRequestedAt ?? null))
      part.askedAt = Math.max(part.askedAt, after.confirmationRequestedAt ?? 0)
  }
  const [{ after: some }] = changes as [{ after: RecipientRow }]
  return [...parts].flatMap(([part, { by, askedAt }]) => {
    const add = Object.fromEntries([...by].filter(([, change]) => change !== 0))
    if (Object.keys(add).length === 0 && askedAt === 0) return []
    const { companyId, campaignId } = some
    const set = askedAt > 0 ? { askedAt } : {}
    return update('counts', COUNTS.upsert({ companyId, campaignId, part: String(part) }, { set, add }))
  })
}

/** Progress of a campaign. */
export type Progress = {
  counts: RecipientCounts
  /** Number of messages sent and neither accepted by WhatsApp nor given up. */
  inFlight: number
  /** Number of recipients whose delivery was acknowledged, whatever followed. */
  arrived: number
  /** True if `counts` includes every recipient. */
  planned: boolean
  /** Time of the last confirmation request; 0 if there was none. */
  askedAt: number
}

/**
 * Reads the figures of a campaign. Each recipient is counted in one row, which is read as a whole,
 * so that a recipient that changes its state is counted once. Costs one read unit if consistent,
 * otherwise half.
 */
export async function progressOf(companyId: string, campaignId: string, consistent = false): Promise<Progress> {
  // Both the parts and the plan.
  const query = COUNTS.query({ companyId, campaignId }, { begins: 'p' })
  const { items } = await queryItems<Record<string, number | boolean>>(query, PARTS + 2, {
    attributes: [...FIGURES, 'arrived', 'planned', 'askedAt'],
    consistent,
  })
  const sum = (figure: string) => items.reduce((total, item) => total + Number(item[figure] ?? 0), 0)
  return {
    counts: Object.fromEntries(RECIPIENT_STATES.map(state => [state, sum(state)])) as RecipientCounts,
    inFlight: sum('inFlight'),
    arrived: sum('arrived'),
    planned: items.some(({ planned }) => planned === true),
    askedAt: Math.max(0, ...items.map(({ askedAt }) => Number(askedAt ?? 0))),
  }
}

/** Returns a write labelled `planned`: every recipient of the campaign has a row. */
export const plannedWrite = (companyId: string, campaignId: string): Write =>
  update('planned', PLANS.upsert({ companyId, campaignId }, { set: { planned: true } }))

// ---- writing ------------------------------------------------------------------------------------

/**
 * Returns the writes that create recipients of one campaign with different keys. They are refused
 * (`shipping`) if one of them exists.
 */
export const planWrites = (rows: readonly RecipientRow[]): Write[] => [
  ...rows.map(row => rowWrite(row)),
  ...rows.flatMap(row => {
    const name = nameOf(row)
    return name ? [put('shippingName', RECIPIENT_NAMES.put(name))] : []
  }),
  ...countWrites(rows.map(after => ({ after }))),
]

/**
 * Returns the row by which the beginning of a name finds a recipient; one without a name is found
 * by its number only.
 */
function nameOf({ companyId, campaignId, key, name }: RecipientRow): RowOf<typeof RECIPIENT_NAMES> | undefined {
  const normalized = wellFormed(normalizeName(name).slice(0, 100))
  return !normalized || normalized === key ? undefined : { companyId, campaignId, folded: normalized, key }
}

export type RecipientChanges = Partial<
  Omit<RecipientRow, 'companyId' | 'campaignId' | 'key' | 'version' | 'id' | 'n' | 'updatedAt'>
>

/**
 * Returns the row after a change. Its `updatedAt` is later than the previous one, even within its
 * millisecond.
 */
export const changedRecipient = (before: RecipientRow, changes: RecipientChanges): RecipientRow => ({
  ...before,
  ...changes,
  version: before.version + 1,
  updatedAt: Math.max(Date.now(), before.updatedAt + 1),
})

/**
 * Returns the writes, the first labelled `shipping`, that replace `before` by `after` and update
 * the figures.
 */
export const recipientWrites = (before: RecipientRow, after: RecipientRow): Write[] => [
  rowWrite(after, before),
  ...countWrites([{ before, after }]),
]

// ---- reading ------------------------------------------------------------------------------------

export const getRecipient = (
  companyId: string,
  campaignId: string,
  key: string,
  consistent = false,
): Promise<RecipientRow | undefined> => RECIPIENTS.get({ companyId, campaignId, key }, { consistent })

/**
 * Returns those of the keys that are already recipients of the campaign. Costs half a read unit
 * each.
 */
export async function plannedAmong(
  companyId: string,
  campaignId: string,
  keys: readonly string[],
): Promise<ReadonlySet<string>> {
  const wanted = keys.map(key => RECIPIENTS.key({ companyId, campaignId, key }))
  const found = await batchItems<{ sk: string }>(wanted, ['sk'], true)
  return new Set(found.map(({ sk }) => sk.slice('to#'.length)))
}

/** Reads those of the keys that are recipients of the campaign, consistently. */
export async function getRecipients(
  companyId: string,
  campaignId: string,
  keys: readonly string[],
): Promise<Map<string, RecipientRow>> {
  const wanted = keys.map(key => RECIPIENTS.key({ companyId, campaignId, key }))
  const found = await batchItems(wanted, RECIPIENTS.attributes, true)
  return new Map(found.map(item => RECIPIENTS.parse(item)).map(row => [row.key, row]))
}

/** Returns the source of the recipients in a state, in sending order, eventually consistent. */
export const recipientsInState = (companyId: string, campaignId: string, state: RecipientState): Source<RecipientRow> =>
  fromQuery(
    from =>
      RECIPIENTS.queryIndex(
        'gsi1',
        { companyId, campaignId },
        {
          from: `${state}#${from === null ? '' : placeOf((from as number) + 1)}`,
          to: `${state}#~`,
        },
      ),
    { attributes: RECIPIENTS.attributes, order: 'asc', toRow: RECIPIENTS.parse, positionOf: ({ n }) => n },
  )

/**
 * Reads the first recipients in a state, in sending order, eventually consistent. Costs half a read
 * unit per 4 KB.
 */
export async function firstInState(
  companyId: string,
  campaignId: string,
  state: RecipientState,
  limit: number,
): Promise<RecipientRow[]> {
  const query = RECIPIENTS.queryIndex('gsi1', { companyId, campaignId }, { begins: `${state}#` })
  const { items } = await queryItems<object>(query, limit, { attributes: RECIPIENTS.attributes, order: 'asc' })
  return items.map(RECIPIENTS.parse)
}

/**
 * Reads the recipients whose message was sent before `before` (epoch ms) and neither accepted by
 * WhatsApp nor given up, the oldest first, eventually consistent.
 */
export async function unacknowledgedSince(
  companyId: string,
  campaignId: string,
  before: number,
  limit: number,
): Promise<RecipientRow[]> {
  const query = RECIPIENTS.queryIndex('gsi2', { companyId, campaignId }, { below: `${before}` })
  const { items } = await queryItems<object>(query, limit, { attributes: RECIPIENTS.attributes, order: 'asc' })
  return items.map(RECIPIENTS.parse)
}

// ---- sent messages and their chats --------------------------------------------------------------

/**
 * Part of what is sent to a recipient: the message, or what follows it, each under its own WhatsApp
 * id.
 */
export type Part = { id: string; content: OutboundContent }

/** Messages sent to a recipient, as first sent. */
export type SentMessageRow = {
  campaignId: string
  key: string
  stage: Stage
  /** Parts in order, the message first; its id is the row's id. */
  parts: Part[]
}

/**
 * Lifetime (seconds) of a sent message's row: acknowledgements may arrive as late as this, and an
 * answer shows the message for as long.
 */
const SENT_MESSAGE_SECONDS = 30 * 86_400
/** Time (seconds) for which a message of the recipient counts as an answer to the campaign. */
const CHAT_SECONDS = 7 * 86_400

const SENT_MESSAGES = defineRow({
  kind: 'campaignMessage',
  key: { pk: '${companyId}#campaign-message#${connectionId}#${whatsappMessageId}', sk: 'message' },
  content: z.object({
    companyId: z.string(),
    connectionId: z.string(),
    whatsappMessageId: z.string(),
    /** `SentMessageRow` as a text. */
    row: z.string(),
    /** Epoch seconds. */
    expiresAt: z.number(),
  }),
  keyOnly: ['companyId', 'connectionId', 'whatsappMessageId'],
  unmarked: true,
})

/** Campaign that last wrote to a person over a connection. */
const CHATS = defineRow({
  kind: 'campaignChat',
  key: { pk: '${companyId}#campaign-chat#${connectionId}#${alias}', sk: 'chat' },
  content: z.object({
    companyId: z.string(),
    connectionId: z.string(),
    alias: z.string(),
    campaignId: z.string(),
    key: z.string(),
    /** Epoch seconds. */
    expiresAt: z.number(),
  }),
  keyOnly: ['companyId', 'connectionId', 'alias'],
  unmarked: true,
})

const chatAliases = ({ number, lid }: RecipientIdentity): string[] => [
  ...(number ? [spellingAlias(recipientKey({ number, lid }))] : []),
  ...(lid ? [lidAlias(lid)] : []),
]

/**
 * Returns the writes for a message that is sent now: its parts, and that the recipient's next
 * message answers it.
 */
export function sentMessageWrites(
  { companyId, number, lid }: RecipientIdentity & { companyId: string },
  connectionId: string,
  sentMessage: SentMessageRow,
  now: number,
): Write[] {
  const seconds = Math.floor(now / 1000)
  const { campaignId, key } = sentMessage
  return [
    put(
      'said',
      SENT_MESSAGES.put({
        ...{ companyId, connectionId, whatsappMessageId: sentMessage.parts[0]!.id },
        row: JSON.stringify(sentMessage),
        expiresAt: seconds + SENT_MESSAGE_SECONDS,
      }),
    ),
    ...chatAliases({ number, lid }).map(alias =>
      put(
        'campaignChat',
        CHATS.put({ companyId, connectionId, alias, campaignId, key, expiresAt: seconds + CHAT_SECONDS }),
      ),
    ),
  ]
}

/**
 * Returns the writes, labelled `campaignChat`, after which the recipient's next message no longer
 * answers this campaign; refused if it answers another one by now.
 */
export const answeredWrites = ({ companyId, campaignId, number, lid }: RecipientRow, connectionId: string): Write[] =>
  chatAliases({ number, lid }).map(alias =>
    remove(
      'campaignChat',
      CHATS.delete(
        { companyId, connectionId, alias },
        { when: is => [is.any(is.absent('campaignId'), is.equal('campaignId', campaignId))] },
      ),
    ),
  )

/** Reads what a campaign sent under a WhatsApp id. Costs half a read unit. */
export async function getSentMessage(
  companyId: string,
  connectionId: string,
  whatsappMessageId: string,
): Promise<SentMessageRow | undefined> {
  const stored = await SENT_MESSAGES.get({ companyId, connectionId, whatsappMessageId })
  return stored && (JSON.parse(stored.row) as SentMessageRow)
}

/**
 * Returns the recipient and campaign to which a message over a connection is an answer: the last
 * one written to. Costs half a read unit.
 */
export async function lastWrittenTo(
  companyId: string,
  connectionId: string,
  identity: RecipientIdentity,
): Promise<{ campaignId: string; key: string } | undefined> {
  const [alias] = chatAliases(identity)
  if (!alias) return undefined
  const chat = await CHATS.get({ companyId, connectionId, alias })
  if (!chat || chat.expiresAt <= Date.now() / 1000) return undefined
  return { campaignId: chat.campaignId, key: chat.key }
}

// ---- erasing a person ---------------------------------------------------------------------------

/** States in which messages may still be sent. */
const UNDONE: ReadonlySet<RecipientState> = new Set(['waiting', 'confirmationAsked', 'confirmed'])

/**
 * Returns the writes, the first labelled `shipping`, that erase a recipient: a row without name and
 * number replaces it, so that the figures stay unchanged. Nothing more is sent to the recipient.
 */
export function erasureWrites(before: RecipientRow): Write[] {
  const nobody = { name: '', number: '', lid: null, itemId: null, ticketId: null, shown: [], inFlight: null }
  const undone = UNDONE.has(before.state) ? { state: 'failed' as const, reason: 'ERR_NO_CONTACT_FOUND' as const } : {}
  const after = { ...changedRecipient(before, { ...nobody, ...undone }), key: `erased#${before.id}`, version: 1 }
  const name = nameOf(before)
  return [
    remove('shipping', RECIPIENTS.delete(before, { when: unchanged(before) })),
    rowWrite(after),
    ...(name ? [remove('shippingName', RECIPIENT_NAMES.delete(name))] : []),
    ...countWrites([{ before, after }]),
  ]
}

/** Returns the keys of the rows that record that a person was written to over a connection. */
export const chatKeysOf = (companyId: string, connectionId: string, identity: RecipientIdentity): TableKey[] =>
  chatAliases(identity).map(alias => CHATS.key({ companyId, connectionId, alias }))

/** Returns the key of the row of what a campaign sent under a WhatsApp id. */
export const sentMessageKeyOf = (companyId: string, connectionId: string, whatsappMessageId: string): TableKey =>
  SENT_MESSAGES.key({ companyId, connectionId, whatsappMessageId })
