import { randomBytes, randomUUID } from 'node:crypto'
import { PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb'
import type { InboundEvent } from '@balcao/shared/events/queues.ts'
import { keys } from '@balcao/shared/table.ts'
import { proto, type WAMessage } from '@whiskeysockets/baileys'
import { describe, expect, it } from 'vitest'
import { createClients } from '../clients.ts'
import { pack } from '../keys/key-packing.ts'
import { createFencedItems } from './fenced-items.ts'
import { Journal, type JournalEntry } from './journal.ts'

const { table } = createClients()
const TableName = process.env.TABLE_NAME!

function open() {
  const owner = { companyId: randomUUID(), connectionId: randomUUID() }
  const items = createFencedItems(table, TableName, owner, 1)
  const { pk, skPrefix } = keys.auth(owner.companyId, owner.connectionId)
  /** Returns the connection's rows, without the prefix of their keys. */
  async function rows() {
    const query = { TableName, KeyConditionExpression: 'pk = :pk', ExpressionAttributeValues: { ':pk': pk } }
    const found: { name: string; expiresAt?: number }[] = []
    let ExclusiveStartKey: Record<string, unknown> | undefined
    do {
      const page = await table.send(new QueryCommand({ ...query, ExclusiveStartKey }))
      for (const item of page.Items ?? []) found.push({ ...item, name: String(item.sk).slice(skPrefix.length) })
      ExclusiveStartKey = page.LastEvaluatedKey
    } while (ExclusiveStartKey)
    return found
  }
  return {
    items,
    journal: new Journal(items),
    rows,
    names: async () => (await rows()).map(({ name }) => name),
    write: (name: string, attributes: Record<string, unknown>) =>
      table.send(new PutCommand({ TableName, Item: { pk, sk: skPrefix + name, fence: 1, ...attributes } })),
  }
}

/** Does not get smaller by packing. */
const noise = (bytes: number) => randomBytes(bytes * 0.75).toString('base64')

const message = (id: string, caption = 'oi'): Extract<JournalEntry, { type: 'message' }> => ({
  type: 'message',
  message: {
    key: { id, remoteJid: '5511988887777@s.whatsapp.net', fromMe: false },
    message: proto.Message.create({ imageMessage: { caption, mimetype: 'image/png' } }),
    messageTimestamp: 1_700_000_000,
    pushName: 'Ana',
  } as WAMessage,
  receivedAt: 5,
  replayed: false,
  attempts: 0,
})
const edit: InboundEvent = {
  companyId: 'c',
  connectionId: 'n',
  type: 'edit',
  whatsappMessageId: 'm1',
  chat: {},
  body: 'nova',
  fromMe: false,
  at: 1,
}
const event: JournalEntry = { type: 'event', event: edit, group: 'g', identity: 'i', after: 'm1' }
const captions = (read: { entries: { entry: JournalEntry }[] }) =>
  read.entries.map(({ entry }) => entry.type === 'message' && entry.message.message?.imageMessage?.caption)

describe('an entry', () => {
  it.each([10, 299_000, 2_000_000])(
    'of %i bytes comes back as it was, and leaves nothing when it is removed',
    async size => {
      const { journal, names } = open()
      const caption = noise(size)
      await journal.add('message#m1', message('m1', caption))
      await journal.add('event#e1', event)
      const { entries, unreadable } = await journal.read()
      expect(unreadable).toBe(0)
      expect(entries.map(({ name }) => name)).toEqual(['event#e1', 'message#m1'])
      expect(entries[0]!.entry).toEqual(event)
      const read = entries[1]!.entry as Extract<JournalEntry, { type: 'message' }>
      expect(read.message.key).toEqual(message('m1').message.key)
      expect(read.message.message?.imageMessage?.caption).toBe(caption)
      await journal.remove('message#m1')
      await journal.remove('event#e1')
      expect(await names()).toEqual([])
    },
  )

  it.each(['x'.repeat(5000), 'dois pontos\0 e emoji 🙂', '\ud83d'])('has a name of any kind (%#)', async id => {
    const { journal, names } = open()
    await journal.add(`message#${id}`, message(id))
    const { entries } = await journal.read()
    expect(entries).toHaveLength(1)
    await journal.remove(`message#${id}`)
    expect(await names()).toEqual([])
  })
})

describe('one that cannot be read', () => {
  const bad: [string, (world: ReturnType<typeof open>) => Promise<unknown>][] = [
    ['bytes that are no entry', ({ write }) => write('journal#message#bad', { value: randomBytes(50) })],
    ['no bytes at all', ({ write }) => write('journal#message#bad', {})],
    ['JSON that is something else', ({ items }) => items.put('journal#message#bad', pack([1, 2]))],
    ['an unknown type', ({ items }) => items.put('journal#message#bad', pack({ type: 'later', what: 1 }))],
    [
      'a message without a key',
      ({ items }) => items.put('journal#message#bad', pack({ type: 'message', body: new Uint8Array() })),
    ],
    [
      'a protobuf that is none',
      ({ items }) => {
        const { key } = message('bad').message
        return items.put('journal#message#bad', pack({ type: 'message', key, body: Buffer.from([0xff, 0xff, 0xff]) }))
      },
    ],
    [
      'an event that breaks the contract',
      ({ items }) => items.put('journal#message#bad', pack({ ...event, event: { ...edit, type: 'later' } })),
    ],
    [
      'a missing part',
      async ({ items, journal, names }) => {
        await journal.add('message#bad', message('bad', noise(900_000)))
        const part = (await names()).find(name => /^part#.*#1$/.test(name))!
        await items.remove(part)
      },
    ],
  ]

  it.each(bad)('(%s) is set aside, and the others come', async (_, spoil) => {
    const world = open()
    const { journal } = world
    await journal.add('message#a', message('a', 'antes'))
    await spoil(world)
    await journal.add('message#c', message('c', 'depois'))
    const first = await journal.read()
    expect(captions(first)).toEqual(['antes', 'depois'])
    expect(first.unreadable).toBe(1)
    // It is kept for inspection, not for ever, and costs the next recovery nothing.
    const aside = (await world.rows()).find(({ name }) => name === 'aside#message#bad')
    expect(aside!.expiresAt! * 1000 - Date.now()).toBeGreaterThan(13 * 24 * 60 * 60 * 1000)
    expect((await world.names()).filter(name => name.startsWith('journal#message#bad'))).toEqual([])
    expect((await world.names()).filter(name => name.startsWith('part#journal#'))).toEqual([])
    expect((await journal.read()).unreadable).toBe(0)
  })

  it('because SQS refuses it keeps its bytes', async () => {
    const { journal, items, names } = open()
    await journal.add('event#e1', event)
    await journal.setAside('event#e1', event)
    expect(await names()).toEqual(['aside#event#e1'])
    expect(await items.get('aside#event#e1')).toEqual(pack(event))
  })
})

describe('parts', () => {
  it('of a put that was interrupted are removed at the next recovery, those in use are not', async () => {
    const { journal, names, write } = open()
    await journal.add('message#m1', message('m1', noise(700_000)))
    for (const at of [0, 1]) await write(`part#journal#message#m1#0-abc-0#${at}`, { value: randomBytes(10) })
    await write('part#journal#message#gone#0-abc-0#0', { value: randomBytes(10) })
    await write('part#user#5511#0-abc-0#0', { value: randomBytes(10) })
    expect(captions(await journal.read())).toHaveLength(1)
    expect((await names()).filter(name => name.startsWith('part#'))).toHaveLength(3)
    expect((await names()).filter(name => name.includes('0-abc'))).toEqual([])
  })

  it('of a value that a smaller or another one replaces are removed', async () => {
    const { items, names } = open()
    for (const size of [700_000, 400_000, 10]) {
      const value = randomBytes(size)
      await items.put('thing', value)
      expect(await items.get('thing')).toEqual(value)
      expect((await names()).filter(name => name.startsWith('part#'))).toHaveLength(
        size > 300_000 ? Math.ceil(size / 300_000) : 0,
      )
    }
  })

  it('that are missing make a key an error, not a shorter key', async () => {
    const { items, names } = open()
    await items.put('thing', randomBytes(700_000))
    await items.remove((await names()).find(name => name.startsWith('part#'))!)
    await expect(items.get('thing')).rejects.toThrow('missing')
  })
})
