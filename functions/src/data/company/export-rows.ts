/**
 * Everything a company has, by what it is, for its export: which partitions are read, and what of a row is shown. What is left out are copies
 * (search items, counters, pointers, links, names that are taken), what expires within days (sockets, replies, timers, deliveries), and what
 * opens something: a row's attributes that are called like a secret, credentials, sessions and WhatsApp's keys.
 */
import { QueryCommand } from '@aws-sdk/lib-dynamodb'
import { documentClient, tableName } from '../table/client.ts'
import { FIELDS, type IndexName } from '../table/keys.ts'
import { wireLogType } from '../tickets/ticket-log-type.ts'
import { placeOfSetting } from './setting.ts'

export type Item = Record<string, unknown>

export type Partition = {
  /** What its rows are called in the export; by the beginning of the sort key where they differ. */
  kind: string | Record<string, string>
  index?: IndexName
  pk: string
  begins?: string
}

export type Inside = Partition & {
  /** Its rows name conversations of colleagues: each is exported with who began it. */
  chatsOf?: string
}

type Source = Partition & {
  /** Its rows are exported elsewhere: here they only lead to others. */
  quiet?: boolean
  /** What lies in partitions of its own for each row. */
  inside?: (companyId: string, id: string) => Inside[]
}

/** Small lists, by the name in their keys. */
const SMALL = [
  ...['queue', 'queueOption', 'tag', 'holiday', 'quickMessage', 'zone', 'zoneDetail', 'payment', 'paymentDetail'],
  ...['statusBudGet', 'rate', 'coupon', 'store', 'category', 'portfolio', 'file', 'prompt', 'queueIntegration'],
  ...['webhook', 'announcement'],
]

const TICKET = { 'message#': 'messages', 'log#': 'ticket-logs', draft: 'ticket-drafts' }
const insideTicket: Source['inside'] = (companyId, id) => [
  { kind: TICKET, pk: `${companyId}#ticket#${id}` },
  { kind: 'notes', index: 'gsi1', pk: `${companyId}#notes#ticket#${id}` },
]

/** In the order in which they are exported; later ones are added at the end, since a job under way knows them by their place. */
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
  { kind: 'ai-use', pk: `${companyId}#tokens` },
  { kind: 'monthly-use', pk: `${companyId}#monthly-use` },
  { kind: 'tickets', index: 'gsi1', pk: `${companyId}#tickets#snoozed`, inside: insideTicket },
  { kind: 'preferences', pk: `${companyId}#preferences` },
]

/** Rows of one read. */
const AT_ONCE = 100

/** The next rows of a partition, as they are in the table; `from` is where the last read ended. */
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
      Limit: AT_ONCE,
      ...(from ? { ExclusiveStartKey: from } : {}),
    }),
  )
  return { items: Items, next: LastEvaluatedKey ?? null }
}

/** Every row of a partition. */
export async function* rowsIn(partition: Partition): AsyncGenerator<Item> {
  for (let from: Item | null = null; ; ) {
    const { items, next } = await readPartition(partition, from)
    yield* items
    if (!next) return
    from = next
  }
}

/** The rows inside of a row, with what each is called. */
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

/** What a row is called in the export; undefined where it is not in it. */
export function kindOf({ kind }: Partition, { sk }: Item): string | undefined {
  if (typeof kind === 'string') return kind
  return Object.entries(kind).find(([begins]) => String(sk).startsWith(begins))?.[1]
}

/** Attributes that are the table's, and those that are called like something that opens something. */
const INTERNAL = /^(pk|sk|gsi\dpk|gsi\dsk|__edb_.__|nameKey|row|expiresAt|qrcode)$/
const SECRET = /secret|token(?!s$)|password|hash|apikey|voicekey|credential|jsoncontent/i

/** A setting that is a secret has it, sealed, as its value. */
const isSecretValue = (name: string, { sk, key }: Item): boolean =>
  name === 'value' && String(sk).startsWith('setting#') && placeOfSetting(String(key)) !== undefined

/** What the end of a sort key is called, where it is in no attribute and is no id. */
const NAMED_IN_KEY: Record<string, string> = { charge: 'txid', tokens: 'month' }
const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}$/

/** What its keys alone say of a row: its id, as a rule. */
function namedInKeys({ pk, sk, id }: Item): Item {
  const [kind = '', last = kind] = String(sk).split('#')
  const name = NAMED_IN_KEY[kind]
  if (name) return { [name]: last }
  const inPartition = String(pk).split('#')[2]
  if (id !== undefined) return {}
  return inPartition ? { id: inPartition } : ID.test(last) ? { id: last } : {}
}

/** A row as its company may read it: what it holds as one text is opened, its id is named. */
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
