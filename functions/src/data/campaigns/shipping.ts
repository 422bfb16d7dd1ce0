/**
 * The contacts of a campaign and how far each is: one row each, its key made of the number (of a Brazilian mobile's two spellings
 * the longer), so that whoever plans twice, or stands in the list twice, is one contact. Rows are changed under their version,
 * and the campaign's figures are counted in the same transaction: a contact's whole way is counted in one of a few rows, so that
 * nothing that is sent or acknowledged waits for one row, and what is left never seems less than it is.
 *
 * Keys: pk `company#shipping#campaign`, sk `to#number`; gsi1 the same partition by `state#place in the order`; gsi2, while
 * something left and WhatsApp did not say that it has it, `company#in-flight#campaign` by the time it left. Names to look for: sk
 * `name#folded name#number`. Figures: pk `company#shipping-counts#campaign`, sk `part#n`. What was said: pk
 * `company#campaign-message#connection#WhatsApp id`, sk `message`. Who was written to: pk `company#campaign-chat#connection#alias`,
 * sk `chat`.
 */
import { SHIPPING_STATES, type ShippingCounts, type ShippingState } from '@balcao/shared/entities/campaign.ts'
import type { ErrorCode } from '@balcao/shared/errors.ts'
import type { OutboundContent } from '@balcao/shared/events/queues.ts'
import type { Stage } from '@balcao/shared/rules/campaigns/shipping-step.ts'
import { longSpelling } from '@balcao/shared/rules/phone-number.ts'
import { lidAlias, spellingAlias } from '../contacts/contact-row.ts'
import { batchItems } from '../table/batch-items.ts'
import { tableName } from '../table/client.ts'
import { foldName } from '../table/fold.ts'
import { getItem } from '../table/get-item.ts'
import { keyQuery } from '../table/key-query.ts'
import { type TableKey, whileAt } from '../table/keys.ts'
import { fromQuery, type Source } from '../table/page.ts'
import { queryItems } from '../table/query-items.ts'
import { put, remove, update, type Write } from '../table/transact.ts'

/** A contact of a campaign as the server knows it. Moments are epoch milliseconds. */
export type ShippingRow = {
  companyId: string
  campaignId: string
  /** The number as a key: see `shippingKey`. */
  key: string
  version: number
  id: string
  /** Place in the order, from 0. */
  n: number
  name: string
  number: string
  /** Of the list it came from. */
  itemId: string | null
  /** What WhatsApp said of the number; null while nobody asked. */
  isValid: boolean | null
  /** What it is reached by besides, when WhatsApp said so. */
  lid: string | null
  state: ShippingState
  reason: ErrorCode | null
  variant: number
  confirmationRequestedAt: number | null
  confirmedAt: number | null
  sentAt: number | null
  deliveredAt: number | null
  readAt: number | null
  answeredAt: number | null
  ticketId: string | null
  /** What left and was neither taken by WhatsApp nor given up. */
  inFlight: Stage | null
  /** The connection over which its message left last; null: it did not, or before this was written down. */
  over: string | null
  /** When its command left last. */
  leftAt: number
  /** Commands for what is in flight. */
  tries: number
  /** Which message of its connection it was, counted from 1: the last hundred decide about a pause. */
  nth: number
  /** What of it stands in a ticket. */
  shown: Stage[]
  updatedAt: number
}

type Person = { number: string; lid: string | null }

/** A person as a key: a Brazilian mobile's two spellings are one; who hides the number is known by the LID. */
export const shippingKey = ({ number, lid }: Person): string => (number ? longSpelling(number) : `lid${lid}`)

type NewShipping = Pick<
  ShippingRow,
  'companyId' | 'campaignId' | 'id' | 'n' | 'name' | 'number' | 'itemId' | 'isValid' | 'lid' | 'variant'
>

/** A contact as it is planned: it waits, unless WhatsApp has said that its number has no account. */
export const newShipping = (given: NewShipping): ShippingRow => ({
  ...given,
  key: shippingKey(given),
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

/** Where a campaign's contacts lie. */
export const shippingsPartition = (companyId: string, campaignId: string): string =>
  `${companyId}#shipping#${campaignId}`
export const keyOf = ({
  companyId,
  campaignId,
  key,
}: Pick<ShippingRow, 'companyId' | 'campaignId' | 'key'>): TableKey => ({
  pk: shippingsPartition(companyId, campaignId),
  sk: `to#${key}`,
})

/** Places have eight digits, so that texts are in their order. */
const placeOf = ({ state, n }: Pick<ShippingRow, 'state' | 'n'>): string => `${state}#${String(n).padStart(8, '0')}`

const flightsOf = (companyId: string, campaignId: string): string => `${companyId}#in-flight#${campaignId}`

export const SHIPPING_ATTRIBUTES = ['pk', 'sk', 'version', 'row'] as const

export function toShippingRow(given: object): ShippingRow {
  const { pk, sk, version, row } = given as { pk: string; sk: string; version: number; row: string }
  const [companyId = '', , campaignId = ''] = pk.split('#')
  return { over: null, ...JSON.parse(row), companyId, campaignId, key: sk.slice('to#'.length), version } as ShippingRow
}

/** A write labelled `shipping`: a new row, or one that takes the place of `before` as long as nobody else changed it. */
function rowWrite(after: ShippingRow, before?: ShippingRow): Write {
  const { companyId, campaignId, key, version, ...content } = after
  const Item = {
    ...keyOf(after),
    gsi1pk: shippingsPartition(companyId, campaignId),
    gsi1sk: placeOf(after),
    ...(after.inFlight ? { gsi2pk: flightsOf(companyId, campaignId), gsi2sk: `${after.leftAt}#${key}` } : {}),
    version,
    row: JSON.stringify(content),
  }
  return put('shipping', { TableName: tableName(), Item, ...whileAt(before) })
}

// ---- figures ---------------------------------------------------------------------------------------------------

/** Contacts of one transaction: two rows each at most, and the figures. */
export const PLANNED_AT_ONCE = 40

/** Rows over which a campaign's figures are spread. */
const PARTS = 16
/** Of them those of what is planned at once, so that planning writes few; neighbours have different ones, as they are sent and acknowledged beside each other. */
const NEIGHBOURS = 4

const partOf = (n: number): number => (Math.floor(n / PLANNED_AT_ONCE) * NEIGHBOURS + (n % NEIGHBOURS)) % PARTS

type Figure = ShippingState | 'inFlight'
const FIGURES: readonly Figure[] = [...SHIPPING_STATES, 'inFlight']

const figuresOf = ({ state, inFlight }: ShippingRow): Figure[] => [state, ...(inFlight ? (['inFlight'] as const) : [])]

/** Where its figures lie. */
export const countsPartition = (companyId: string, campaignId: string): string =>
  `${companyId}#shipping-counts#${campaignId}`

/** Writes, labelled `counts`, for contacts that are new or change; a row of figures is written once. */
function countWrites(changes: readonly { before?: ShippingRow | undefined; after: ShippingRow }[]): Write[] {
  const parts = new Map<number, { by: Map<string, number>; askedAt: number }>()
  for (const { before, after } of changes) {
    const part = parts.get(partOf(after.n)) ?? { by: new Map<string, number>(), askedAt: 0 }
    parts.set(partOf(after.n), part)
    const add = (figure: string, by: number) => part.by.set(figure, (part.by.get(figure) ?? 0) + by)
    for (const figure of before ? figuresOf(before) : []) add(figure, -1)
    for (const figure of figuresOf(after)) add(figure, 1)
    // Delivered once is delivered, whatever comes after.
    if (after.deliveredAt !== null && !before?.deliveredAt) add('arrived', 1)
    if (after.confirmationRequestedAt !== (before?.confirmationRequestedAt ?? null))
      part.askedAt = Math.max(part.askedAt, after.confirmationRequestedAt ?? 0)
  }
  const [{ after: some }] = changes as [{ after: ShippingRow }]
  return [...parts].flatMap(([part, { by, askedAt }]) => {
    const added = [...by].filter(([, count]) => count !== 0)
    if (added.length === 0 && askedAt === 0) return []
    const names = Object.fromEntries(added.map(([figure], i) => [`#${i}`, figure]))
    const values = Object.fromEntries(added.map(([, count], i) => [`:${i}`, count]))
    const set = askedAt > 0 ? 'SET askedAt = :askedAt' : ''
    const add = added.length > 0 ? `ADD ${added.map((_, i) => `#${i} :${i}`).join(', ')}` : ''
    return update('counts', {
      TableName: tableName(),
      Key: { pk: countsPartition(some.companyId, some.campaignId), sk: `part#${part}` },
      UpdateExpression: `${set} ${add}`.trim(),
      ...(added.length > 0 ? { ExpressionAttributeNames: names } : {}),
      ExpressionAttributeValues: { ...values, ...(askedAt > 0 ? { ':askedAt': askedAt } : {}) },
    })
  })
}

/** How far a campaign is. */
export type Progress = {
  counts: ShippingCounts
  /** Left, and neither taken by WhatsApp nor given up. */
  inFlight: number
  /** Acknowledged, whatever came after. */
  arrived: number
  /** Everybody in it is among `counts`. */
  planned: boolean
  /** When a confirmation was asked for last; 0: never. */
  askedAt: number
}

/**
 * The figures of a campaign. Each contact's are in one row, which is read as a whole, so that one who moves is counted in one state.
 * One read unit or half of one.
 */
export async function progressOf(companyId: string, campaignId: string, consistent = false): Promise<Progress> {
  const query = keyQuery('main', countsPartition(companyId, campaignId), { begins: 'p' })
  const { items } = await queryItems<Record<string, number | boolean>>(query, PARTS + 2, {
    attributes: [...FIGURES, 'arrived', 'planned', 'askedAt'],
    consistent,
  })
  const sum = (figure: string) => items.reduce((total, item) => total + Number(item[figure] ?? 0), 0)
  return {
    counts: Object.fromEntries(SHIPPING_STATES.map(state => [state, sum(state)])) as ShippingCounts,
    inFlight: sum('inFlight'),
    arrived: sum('arrived'),
    planned: items.some(({ planned }) => planned === true),
    askedAt: Math.max(0, ...items.map(({ askedAt }) => Number(askedAt ?? 0))),
  }
}

/** A write labelled `planned`: everybody in the campaign has a row. */
export const plannedWrite = (companyId: string, campaignId: string): Write =>
  update('planned', {
    TableName: tableName(),
    Key: { pk: countsPartition(companyId, campaignId), sk: 'plan' },
    UpdateExpression: 'SET planned = :true',
    ExpressionAttributeValues: { ':true': true },
  })

// ---- writing ---------------------------------------------------------------------------------------------------

/** The writes that make contacts, of one campaign and with different keys. Refused (`shipping`) when one of them is there. */
export const planWrites = (rows: readonly ShippingRow[]): Write[] => [
  ...rows.map(row => rowWrite(row)),
  ...rows.flatMap(row => nameWrite(row) ?? []),
  ...countWrites(rows.map(after => ({ after }))),
]

/** Where a contact is looked for by the beginning of the name; one without a name has its number alone. */
function nameWrite({ companyId, campaignId, key, name }: ShippingRow): Write | undefined {
  const folded = foldName(name).slice(0, 100)
  if (!folded || folded === key) return undefined
  return put('shippingName', {
    TableName: tableName(),
    Item: { pk: shippingsPartition(companyId, campaignId), sk: `name#${folded}#${key}` },
  })
}

export type ShippingChanges = Partial<
  Omit<ShippingRow, 'companyId' | 'campaignId' | 'key' | 'version' | 'id' | 'n' | 'updatedAt'>
>

/** The row after a change. Its `updatedAt` is later than the one before even within its millisecond. */
export const changedShipping = (before: ShippingRow, changes: ShippingChanges): ShippingRow => ({
  ...before,
  ...changes,
  version: before.version + 1,
  updatedAt: Math.max(Date.now(), before.updatedAt + 1),
})

/** The writes, the first labelled `shipping`, that put `after` in the place of `before` with the figures that follow. */
export const shippingWrites = (before: ShippingRow, after: ShippingRow): Write[] => [
  rowWrite(after, before),
  ...countWrites([{ before, after }]),
]

// ---- reading ---------------------------------------------------------------------------------------------------

export async function getShipping(
  companyId: string,
  campaignId: string,
  key: string,
  consistent = false,
): Promise<ShippingRow | undefined> {
  const item = await getItem(keyOf({ companyId, campaignId, key }), consistent)
  return item && toShippingRow(item)
}

/** Of these numbers' keys those that are in the campaign already. Half a read unit each. */
export async function plannedAmong(
  companyId: string,
  campaignId: string,
  keys: readonly string[],
): Promise<ReadonlySet<string>> {
  const wanted = keys.map(key => keyOf({ companyId, campaignId, key }))
  const found = await batchItems<{ sk: string }>(wanted, ['sk'], true)
  return new Set(found.map(({ sk }) => sk.slice('to#'.length)))
}

/** The contacts in a state, in the order they are served; a moment late. */
export const shippingsInState = (companyId: string, campaignId: string, state: ShippingState): Source<ShippingRow> =>
  fromQuery(
    from =>
      keyQuery('gsi1', shippingsPartition(companyId, campaignId), {
        from: from === null ? `${state}#` : `${placeOf({ state, n: (from as number) + 1 })}`,
        to: `${state}#~`,
      }),
    { attributes: SHIPPING_ATTRIBUTES, order: 'asc', toRow: toShippingRow, positionOf: ({ n }) => n },
  )

/** The first contacts in a state, in the order they are served; a moment late. Half a read unit per 4 KB. */
export async function firstInState(
  companyId: string,
  campaignId: string,
  state: ShippingState,
  limit: number,
): Promise<ShippingRow[]> {
  const query = keyQuery('gsi1', shippingsPartition(companyId, campaignId), { begins: `${state}#` })
  const { items } = await queryItems<object>(query, limit, { attributes: SHIPPING_ATTRIBUTES, order: 'asc' })
  return items.map(toShippingRow)
}

/** What left before `before` (epoch ms) and was neither taken by WhatsApp nor given up, the oldest first; a moment late. */
export async function inFlightSince(
  companyId: string,
  campaignId: string,
  before: number,
  limit: number,
): Promise<ShippingRow[]> {
  const query = keyQuery('gsi2', flightsOf(companyId, campaignId), { below: `${before}` })
  const { items } = await queryItems<object>(query, limit, { attributes: SHIPPING_ATTRIBUTES, order: 'asc' })
  return items.map(toShippingRow)
}

// ---- what was said, and to whom --------------------------------------------------------------------------------

/** What is said to a contact: the message and what follows it, each under its own WhatsApp id. */
export type Part = { id: string; content: OutboundContent }

/** What was said to a contact, as it left first. */
export type SaidRow = {
  campaignId: string
  key: string
  stage: Stage
  /** The message first; its id is the row's. */
  parts: Part[]
}

/** Acknowledgements may come as late as this, and so long what was said is shown with an answer (seconds). */
const SAID_SECONDS = 30 * 86_400
/** An answer is one to a campaign for so long (seconds). */
const CHAT_SECONDS = 7 * 86_400

const saidKey = (companyId: string, connectionId: string, whatsappMessageId: string): TableKey => ({
  pk: `${companyId}#campaign-message#${connectionId}#${whatsappMessageId}`,
  sk: 'message',
})

const chatKey = (companyId: string, connectionId: string, alias: string): TableKey => ({
  pk: `${companyId}#campaign-chat#${connectionId}#${alias}`,
  sk: 'chat',
})

const chatAliases = ({ number, lid }: Person): string[] => [
  ...(number ? [spellingAlias(shippingKey({ number, lid }))] : []),
  ...(lid ? [lidAlias(lid)] : []),
]

/** The writes of what leaves now: what was said, and that the contact's next answer is to it. */
export function saidWrites(
  { companyId, number, lid }: Person & { companyId: string },
  connectionId: string,
  said: SaidRow,
  now: number,
): Write[] {
  const seconds = Math.floor(now / 1000)
  const { campaignId, key } = said
  return [
    put('said', {
      TableName: tableName(),
      Item: {
        ...saidKey(companyId, connectionId, said.parts[0]!.id),
        row: JSON.stringify(said),
        expiresAt: seconds + SAID_SECONDS,
      },
    }),
    ...chatAliases({ number, lid }).map(alias =>
      put('campaignChat', {
        TableName: tableName(),
        Item: { ...chatKey(companyId, connectionId, alias), campaignId, key, expiresAt: seconds + CHAT_SECONDS },
      }),
    ),
  ]
}

/** The writes, labelled `campaignChat`, by which the contact's next message is no answer to this campaign any more; refused when it is one to another by now. */
export const answeredWrites = ({ companyId, campaignId, number, lid }: ShippingRow, connectionId: string): Write[] =>
  chatAliases({ number, lid }).map(alias =>
    remove('campaignChat', {
      TableName: tableName(),
      Key: chatKey(companyId, connectionId, alias),
      ConditionExpression: 'attribute_not_exists(pk) OR campaignId = :campaignId',
      ExpressionAttributeValues: { ':campaignId': campaignId },
    }),
  )

/** What a campaign said under a WhatsApp id. Half a read unit. */
export async function getSaid(
  companyId: string,
  connectionId: string,
  whatsappMessageId: string,
): Promise<SaidRow | undefined> {
  const item = await getItem(saidKey(companyId, connectionId, whatsappMessageId), false)
  return item && (JSON.parse(item.row as string) as SaidRow)
}

/** Which contact of which campaign was written to last over a connection, as long as an answer is one to it. Half a read unit. */
export async function lastWrittenTo(
  companyId: string,
  connectionId: string,
  person: Person,
): Promise<{ campaignId: string; key: string } | undefined> {
  const [alias] = chatAliases(person)
  if (!alias) return undefined
  const item = await getItem(chatKey(companyId, connectionId, alias), false)
  if (!item || Number(item.expiresAt) <= Date.now() / 1000) return undefined
  return { campaignId: String(item.campaignId), key: String(item.key) }
}

// ---- somebody who is to be forgotten ---------------------------------------------------------------------------

/** States in which something may still leave. */
const UNDONE: ReadonlySet<ShippingState> = new Set(['waiting', 'confirmationAsked', 'confirmed'])

/**
 * The writes, the first labelled `shipping`, after which a campaign does not know any more who this contact was: a row without name and
 * number stands in its place, so that the figures stay what they are. Who was still to be written to is not.
 */
export function erasureWrites(before: ShippingRow): Write[] {
  const nobody = { name: '', number: '', lid: null, itemId: null, ticketId: null, shown: [], inFlight: null }
  const undone = UNDONE.has(before.state) ? { state: 'failed' as const, reason: 'ERR_NO_CONTACT_FOUND' as const } : {}
  const after = { ...changedShipping(before, { ...nobody, ...undone }), key: `erased#${before.id}`, version: 1 }
  const name = nameWrite(before)?.item.Put?.Item as TableKey | undefined
  return [
    remove('shipping', { TableName: tableName(), Key: keyOf(before), ...whileAt(before) }),
    rowWrite(after),
    ...(name ? [remove('shippingName', { TableName: tableName(), Key: { pk: name.pk, sk: name.sk } })] : []),
    ...countWrites([{ before, after }]),
  ]
}

/** Where it is kept that somebody was written to over a connection. */
export const chatKeysOf = (companyId: string, connectionId: string, person: Person): TableKey[] =>
  chatAliases(person).map(alias => chatKey(companyId, connectionId, alias))

/** Where it is kept what a campaign said under a WhatsApp id. */
export const saidKeyOf = saidKey
