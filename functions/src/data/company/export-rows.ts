/**
 * Reads all data of a company for its export: defines which partitions are read, and which part of
 * a row is exported. Left out are copies (search items, counters, pointers, links, claimed names),
 * rows that expire within days (sockets, replies, timers, deliveries), and secrets: attributes
 * named like one, credentials, sessions and WhatsApp's keys.
 */
import { QueryCommand } from '@aws-sdk/lib-dynamodb'
import { documentClient, tableName } from '../table/client.ts'
import { FIELDS, type IndexName } from '../table/keys.ts'
import { wireLogType } from '../tickets/ticket-log-type.ts'
import { placeOfSetting } from './setting.ts'

export type Item = Record<string, unknown>

export type Partition = {
  /** Name of its rows in the export; by the prefix of the sort key if they differ. */
  kind: string | Record<string, string>
  index?: IndexName
  pk: string
  begins?: string
}

export type Inside = Partition & {
  /** User whose rows name internal chats: each chat is exported with the user who began it. */
  chatsOf?: string
}

type Source = Partition & {
  /** True if its rows are exported elsewhere and here only lead to others. */
  quiet?: boolean
  /** Returns what is stored in other partitions for each row. */
  inside?: (companyId: string, id: string) => Inside[]
}

/** Small lists, by the name in their keys. */
const SMALL = [
  ...['queue', 'queueOption', 'tag', 'holiday', 'quickMessage', 'zone', 'zoneDetail', 'payment', 'paymentDetail'],
  ...['statusBudGet', 'rate', 'coupon', 'store', 'category', 'portfolio', 'file', 'prompt', 'queueIntegration'],
  ...['webhook', 'announcement', 'macro'],
]

const TICKET = { 'message#': 'messages', 'log#': 'ticket-logs', 'call#': 'bot-calls', draft: 'ticket-drafts' }
const insideTicket: Source['inside'] = (companyId, id) => [
  { kind: TICKET, pk: `${companyId}#ticket#${id}` },
  { kind: 'notes', index: 'gsi1', pk: `${companyId}#notes#ticket#${id}` },
]

/**
 * Returns the sources in the order of the export. New ones must be added at the end, since a
 * running job stores its position by index.
 */
export const sourcesOf = (companyId: string): Source[] => [
  { kind: { company: 'company', 'setting#': 'settings', usage: 'usage' }, pk: `${companyId}#company` },
  { kind: 'users', pk: `${companyId}#user` },
  { kind: 'connections', pk: `${companyId}#whatsapp` },
  ...SMALL.map(kind => ({ kind, pk: `${companyId}#${kind}` })),
  { kind: 'contacts', index: 'gsi1', pk: `${companyId}#contacts` },
  {
    kind: 'customers',
    index: 'gsi1',
    pk: `${companyId}#customers`,
    inside: (_, id) => [{ kind: { addresses: 'customer-addresses' }, pk: `${companyId}#customer#${id}` }],
  },
  {
    kind: 'products',
    index: 'gsi1',
    pk: `${companyId}#products`,
    inside: (_, id) => [{ kind: 'product-stores', pk: `${companyId}#product#${id}`, begins: 'store#' }],
  },
  {
    kind: 'orders',
    index: 'gsi2',
    pk: `${companyId}#budgets#all`,
    inside: (_, id) => [{ kind: { lines: 'order-lines', 'step#': 'order-steps' }, pk: `${companyId}#budget#${id}` }],
  },
  { kind: 'contracts', index: 'gsi1', pk: `${companyId}#contracts` },
  {
    kind: 'contact-lists',
    pk: `${companyId}#contactList`,
    inside: (_, id) => [{ kind: 'contact-list-items', pk: `${companyId}#contactListItems#${id}`, begins: 'number#' }],
  },
  {
    kind: 'campaigns',
    index: 'gsi1',
    pk: `${companyId}#campaigns`,
    inside: (_, id) => [{ kind: 'campaign-contacts', pk: `${companyId}#shipping#${id}`, begins: 'to#' }],
  },
  { kind: 'schedules', index: 'gsi1', pk: `${companyId}#schedules` },
  ...(['open', 'pending', 'closed'] as const).map(
    (status): Source => ({
      kind: 'tickets',
      index: 'gsi1',
      pk: `${companyId}#tickets#${status}`,
      inside: insideTicket,
    }),
  ),
  { kind: 'audit', pk: `${companyId}#audit` },
  {
    kind: 'users',
    quiet: true,
    pk: `${companyId}#user`,
    inside: (_, id) => [{ kind: 'chats', pk: `${companyId}#chats-of#${id}`, chatsOf: id }],
  },
  { kind: 'invitations', pk: `${companyId}#invitation` },
  { kind: 'invoices', pk: `${companyId}#invoices` },
  { kind: { billing: 'billing', 'charge#': 'pix-charges' }, pk: `${companyId}#billing` },
  { kind: 'campaign-settings', pk: `${companyId}#campaign-settings` },
  { kind: 'message-costs', pk: `${companyId}#message-costs` },
  { kind: 'selling-days', pk: `${companyId}#selling-days` },
  { kind: 'ai-use', pk: `${companyId}#tokens` },
  { kind: 'monthly-use', pk: `${companyId}#monthly-use` },
  { kind: 'tickets', index: 'gsi1', pk: `${companyId}#tickets#snoozed`, inside: insideTicket },
  { kind: 'preferences', pk: `${companyId}#preferences` },
  { kind: 'template', pk: `${companyId}#template` },
  { kind: 'knowledge', pk: `${companyId}#knowledge` },
  { kind: 'knowledge-questions', pk: `${companyId}#knowledge-questions` },
  { kind: 'ai-use-days', pk: `${companyId}#ai-use` },
  {
    kind: 'prompt',
    quiet: true,
    pk: `${companyId}#prompt`,
    inside: (_, id) => [
      { kind: 'prompt-versions', pk: `${companyId}#prompt-version#${id}` },
      { kind: 'prompt-cases', pk: `${companyId}#prompt-case#${id}` },
      { kind: 'prompt-runs', pk: `${companyId}#prompt-run#${id}` },
    ],
  },
  { kind: 'data-imports', pk: `${companyId}#dataImport` },
  { kind: 'goal', pk: `${companyId}#goal` },
  { kind: 'field', pk: `${companyId}#field` },
  {
    kind: 'rule',
    pk: `${companyId}#rule`,
    inside: (_, id) => [{ kind: 'rule-runs', pk: `${companyId}#rule-runs#${id}` }],
  },
  { kind: 'view', pk: `${companyId}#view` },
  {
    kind: 'queue',
    quiet: true,
    pk: `${companyId}#queue`,
    inside: (_, id) => [{ kind: 'distribution-log', pk: `${companyId}#distribution-log#${id}` }],
  },
]

/** Number of rows per read. */
const BATCH_SIZE = 100

/**
 * Reads the next rows of a partition as they are in the table; `from` is where the last read ended.
 */
export async function readPartition(
  { index = 'main', pk, begins }: Partition,
  from: Item | null,
): Promise<{ items: Item[]; next: Item | null }> {
  const field = FIELDS[index]
  const { Items = [], LastEvaluatedKey } = await documentClient().send(
    new QueryCommand({
      TableName: tableName(),
      ...(index === 'main' ? {} : { IndexName: index }),
      KeyConditionExpression: begins ? '#pk = :pk AND begins_with(#sk, :sk)' : '#pk = :pk',
      ExpressionAttributeNames: { '#pk': field.pk, ...(begins ? { '#sk': field.sk } : {}) },
      ExpressionAttributeValues: { ':pk': pk, ...(begins ? { ':sk': begins } : {}) },
      Limit: BATCH_SIZE,
      ...(from ? { ExclusiveStartKey: from } : {}),
    }),
  )
  return { items: Items, next: LastEvaluatedKey ?? null }
}

/** Yields every row of a partition. */
export async function* rowsIn(partition: Partition): AsyncGenerator<Item> {
  for (let from: Item | null = null; ; ) {
    const { items, next } = await readPartition(partition, from)
    yield* items
    if (!next) return
    from = next
  }
}

/** Yields the rows inside of a row, with the name of each in the export. */
export async function* rowsInside(companyId: string, inside: readonly Inside[]): AsyncGenerator<[kind: string, Item]> {
  for (const partition of inside)
    for await (const item of rowsIn(partition))
      if (partition.chatsOf) yield* rowsOfChat(companyId, String(item.sk), partition.chatsOf)
      else {
        const kind = kindOf(partition, item)
        if (kind) yield [kind, item]
      }
}

async function* rowsOfChat(companyId: string, id: string, userId: string): AsyncGenerator<[kind: string, Item]> {
  const kind = { chat: 'chats', 'message#': 'chat-messages' }
  const pk = `${companyId}#chat#${id}`
  const { items } = await readPartition({ kind, pk, begins: 'chat' }, null)
  if (items[0]?.ownerId !== userId) return
  for await (const item of rowsIn({ kind, pk })) yield [kindOf({ kind, pk }, item) ?? 'chats', item]
}

/** Returns the name of a row in the export, or undefined if it is left out. */
export function kindOf({ kind }: Partition, { sk }: Item): string | undefined {
  if (typeof kind === 'string') return kind
  return Object.entries(kind).find(([begins]) => String(sk).startsWith(begins))?.[1]
}

/** Attributes internal to the table, and those named like a secret. */
const INTERNAL = /^(pk|sk|gsi\dpk|gsi\dsk|__edb_.__|nameKey|row|expiresAt|qrcode)$/
const SECRET = /secret|token(?!s$)|password|hash|apikey|voicekey|credential|jsoncontent/i

/** Returns whether a setting's value is a sealed secret. */
const isSecretValue = (name: string, { sk, key }: Item): boolean =>
  name === 'value' && String(sk).startsWith('setting#') && placeOfSetting(String(key)) !== undefined

/** Name of the value at the end of a sort key, if no attribute holds it and it is no id. */
const NAMED_IN_KEY: Record<string, string> = { charge: 'txid', tokens: 'month' }
const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}$/

/** Returns the values that only a row's keys hold: usually its id. */
function namedInKeys({ pk, sk, id }: Item): Item {
  const [kind = '', last = kind] = String(sk).split('#')
  const name = NAMED_IN_KEY[kind]
  if (name) return { [name]: last }
  const inPartition = String(pk).split('#')[2]
  if (id !== undefined) return {}
  return inPartition ? { id: inPartition } : ID.test(last) ? { id: last } : {}
}

/**
 * Returns a row as its company may read it: fields stored as one text are unpacked, and its id is
 * included.
 */
export function readable(item: Item): Item {
  const inner = typeof item.row === 'string' ? (JSON.parse(item.row) as unknown) : undefined
  const all: Item = {
    ...namedInKeys(item),
    ...item,
    ...(typeof inner === 'object' && inner !== null && !Array.isArray(inner) ? (inner as Item) : {}),
    ...(Array.isArray(inner) ? { values: inner } : {}),
    ...(item.__edb_e__ === 'ticketLog' ? { type: wireLogType(String(item.type)) } : {}),
  }
  return Object.fromEntries(
    Object.entries(all)
      .filter(([name]) => !INTERNAL.test(name) && !SECRET.test(name) && !isSecretValue(name, item))
      .map(([name, value]) => [name, value instanceof Set ? [...value] : value]),
  )
}
