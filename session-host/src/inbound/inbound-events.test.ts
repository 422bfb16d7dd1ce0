import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { InboundEvent } from '@balcao/shared/events/queues.ts'
import { aesEncryptGCM, hmacSign, proto, type WAMessage } from '@whiskeysockets/baileys'
import { describe, expect, it, vi } from 'vitest'
import { faultyClients } from '../../test/faulty-clients.ts'
import { createLog } from '../log.ts'
import { createFencedItems } from '../table/fenced-items.ts'
import { Journal } from '../table/journal.ts'
import { PollSecrets } from '../table/poll-secrets.ts'
import { Arrivals } from './arrivals.ts'
import { EventSender } from './event-sender.ts'
import { InboundEvents } from './inbound-events.ts'
import { PendingWork } from './pending-work.ts'

const log = createLog('silent')
const ANA = '5511988887777@s.whatsapp.net'
const GROUP = '120363@g.us'

/** A connection's inbound side: a table that may be away, a queue that keeps what it takes. */
function world(owner = { companyId: randomUUID(), connectionId: randomUUID() }, fence = 1) {
  const faulty = faultyClients()
  const items = createFencedItems(faulty.clients.table, process.env.TABLE_NAME!, owner, fence)
  const journal = new Journal(items)
  const published: InboundEvent[] = []
  const failures: unknown[] = []
  const safe: Promise<unknown>[] = []
  const state = { directoryIsAway: false, subject: Promise.resolve<string | undefined>('Turma'), asked: 0 }
  const arrivals = new Arrivals()
  let subject: string | undefined
  const inbound = new InboundEvents({
    ...owner,
    queue: new EventSender({ send: async event => void published.push(event) }),
    journal,
    pollSecrets: new PollSecrets(items),
    media: { fetch: () => Promise.reject(new Error('no media here')) },
    directory: {
      async complete() {
        if (state.directoryIsAway) throw new Error('the table is away')
        return { number: '5511988887777' }
      },
    },
    log,
    current: { ownJids: () => [], socket: () => undefined },
    arrivals,
    groups: {
      knownSubject: () => subject,
      async findSubject() {
        state.asked++
        subject = await state.subject
        return subject
      },
    },
    gap: { countRecovered() {} },
    shard: { refusesCalls: async () => false },
    stanzas: { wasReplayed: () => false, secured: (_, work) => void safe.push(work) },
    pending: new PendingWork({ failed: error => void failures.push(error) }),
  })
  const message = (id: string, jid = ANA): WAMessage => ({
    key: { id, remoteJid: jid, fromMe: false, participant: jid === GROUP ? ANA : undefined },
    message: proto.Message.create({ conversation: id }),
    messageTimestamp: 1_700_000_000,
  })
  return {
    owner,
    faulty,
    items,
    journal,
    inbound,
    arrivals,
    state,
    published,
    failures,
    message,
    /** Takes messages. Resolves when each is on the queue or in the journal. */
    async take(...messages: WAMessage[]) {
      inbound.take({ 'messages.upsert': { messages, type: 'notify' } })
      await Promise.all(safe)
    },
    edit: (id: string, body: string) =>
      inbound.take({
        'messages.update': [
          {
            key: { id, remoteJid: GROUP, fromMe: false },
            update: {
              message: { editedMessage: { message: { conversation: body } } },
              messageTimestamp: 1_700_000_001,
            },
          },
        ],
      }),
    left: async () => (await items.list('journal#')).map(({ name }) => name),
    ids: () =>
      published.map(event => ('whatsappMessageId' in event ? `${event.type} ${event.whatsappMessageId}` : event.type)),
  }
}

it('a message that takes longer is in the journal until it is published, and its edit comes behind it', async () => {
  const { state, take, message, edit, inbound, left, ids } = world()
  let answer: (subject: string) => void = () => {}
  state.subject = new Promise(resolve => (answer = resolve))
  await take(message('M1', GROUP))
  edit('M1', 'melhor')
  await inbound.safe()
  await take(message('M2'))
  expect(ids()).toEqual(['message M2'])
  expect(await left()).toHaveLength(2)
  answer('Turma')
  await expect.poll(left).toEqual([])
  expect(ids()).toEqual(['message M2', 'message M1', 'edit M1'])
})

describe('the order of a conversation', () => {
  const CIPHERTEXT = proto.WebMessageInfo.StubType.CIPHERTEXT
  const damaged = (message: WAMessage): WAMessage => ({ ...message, message: null, messageStubType: CIPHERTEXT })

  it('is that in which its messages first came, though one was damaged and came once more behind another', async () => {
    const { arrivals, take, message, published, ids } = world()
    for (const id of ['M1', 'M2']) arrivals.came(id)
    await take(damaged(message('M1')), message('M2'))
    arrivals.came('M1')
    await take(message('M1'))
    expect(ids()).toEqual(['message M2', 'message M1'])
    const [second, first] = published.map(event => event.type === 'message' && event.receivedAt)
    expect(first).toBeLessThan(Number(second))
  })

  it('is kept when one that came could not be handed over, and for two minutes', async () => {
    const { arrivals, take, message, published } = world()
    vi.useFakeTimers({ toFake: ['Date'], now: 1_700_000_000_000 })
    // They come with a socket that closes, and then with the next.
    for (const id of ['M1', 'M2', 'M3']) arrivals.came(id)
    for (const id of ['M1', 'M2', 'M3']) arrivals.begins(id)
    vi.setSystemTime(1_700_000_100_000)
    await take(message('M3'), message('M1'))
    vi.setSystemTime(1_700_000_200_000)
    await take(message('M2'))
    vi.useRealTimers()
    const times = published.map(event => event.type === 'message' && event.receivedAt - 1_700_000_000_000)
    expect(times).toEqual([2, 0, 200_000])
  })

  it('is kept while they wait to be handled, however long that takes', async () => {
    const { arrivals, take, message, published } = world()
    vi.useFakeTimers({ toFake: ['Date'], now: 1_700_000_000_000 })
    for (const id of ['M1', 'M2']) arrivals.came(id)
    vi.setSystemTime(1_700_000_200_000)
    arrivals.came('M3')
    for (const id of ['M1', 'M2', 'M3']) {
      arrivals.begins(id)
      await take(message(id))
    }
    vi.useRealTimers()
    const times = published.map(event => event.type === 'message' && event.receivedAt - 1_700_000_000_000)
    expect(times).toEqual([0, 1, 200_000])
  })

  it('has no two at once, and nothing is remembered of what was published', async () => {
    const { arrivals, take, message, published } = world()
    vi.useFakeTimers({ toFake: ['Date'], now: 1_700_000_000_000 })
    await take(message('M1'))
    arrivals.came('M2')
    await take(message('M2'))
    const again = arrivals.of('M2')
    vi.useRealTimers()
    const times = published.map(event => event.type === 'message' && event.receivedAt - 1_700_000_000_000)
    expect([...times, again - 1_700_000_000_000]).toEqual([0, 1, 2])
  })
})

/** A vote as WhatsApp encrypts it, of the author of the poll. */
function voteIn({ key }: WAMessage, secret: Buffer, option: string): WAMessage {
  const sign = Buffer.from(`${key.id}${ANA}${ANA}Poll Vote\u0001`)
  const encIv = randomBytes(12)
  const selectedOptions = [createHash('sha256').update(option).digest()]
  const encPayload = aesEncryptGCM(
    proto.Message.PollVoteMessage.encode({ selectedOptions }).finish(),
    hmacSign(sign, hmacSign(secret, new Uint8Array(32), 'sha256'), 'sha256'),
    encIv,
    Buffer.from(`${key.id}\u0000${ANA}`),
  )
  const pollUpdateMessage = { pollCreationMessageKey: key, vote: { encPayload, encIv }, senderTimestampMs: 1 }
  return { key: { ...key, id: 'V1' }, message: proto.Message.create({ pollUpdateMessage }), messageTimestamp: 1 }
}

it('a poll comes before its vote and what else is about it, though its secret is still being written', async () => {
  const { faulty, inbound, message, published, ids, failures } = world()
  faulty.delayMs = 20
  const secret = randomBytes(32)
  const pollCreationMessageV3 = {
    name: 'Qual dia?',
    options: [{ optionName: 'Sexta' }, { optionName: 'Sábado' }],
    selectableOptionsCount: 1,
  }
  const poll = {
    ...message('P1'),
    message: proto.Message.create({ messageContextInfo: { messageSecret: secret }, pollCreationMessageV3 }),
  }
  inbound.take({ 'messages.upsert': { messages: [poll], type: 'notify' } })
  const update = { messageStubType: proto.WebMessageInfo.StubType.REVOKE }
  inbound.take({ 'messages.update': [{ key: poll.key, update }] })
  inbound.take({ 'messages.upsert': { messages: [voteIn(poll, secret, 'Sábado')], type: 'notify' } })
  await inbound.safe()
  expect(ids()[0]).toBe('message P1')
  expect(ids().slice(1).sort()).toEqual(['delete P1', 'pollVote P1'])
  const options = published.flatMap(event => (event.type === 'pollVote' ? event.options : []))
  expect(options).toEqual([createHash('sha256').update('Sábado').digest('hex')])
  expect(failures).toEqual([])
})

it('what was published and could not be taken out of the journal is taken out with the next event, and published once', async () => {
  const { faulty, take, message, left, ids } = world()
  let removals = 0
  faulty.failTable = command => /Delete/.test(command) && ++removals > 0
  await take(message('M1', GROUP))
  await expect.poll(() => removals).toBeGreaterThan(0)
  await expect.poll(ids).toEqual(['message M1'])
  faulty.failTable = () => false
  await take(message('M2'))
  await expect.poll(left).toEqual([])
  expect(ids()).toEqual(['message M1', 'message M2'])
})

it('what could not be published is published after the next event, in order', async () => {
  const { state, take, message, edit, inbound, left, ids } = world()
  let asked: (subject: string) => void = () => {}
  state.subject = new Promise(resolve => (asked = resolve))
  await take(message('M1', GROUP))
  edit('M1', 'melhor')
  await inbound.safe()
  state.directoryIsAway = true
  asked('Turma')
  // It is tried, and fails; nothing else is under way.
  await new Promise(resolve => setImmediate(resolve))
  state.directoryIsAway = false
  await take(message('M2'))
  await expect.poll(left).toEqual([])
  expect(ids()).toEqual(['message M2', 'message M1', 'edit M1'])
  expect(state.asked).toBe(1)
})

it('a recovery during which the table fails has begun nothing, and the next one finishes everything once', async () => {
  const before = world()
  const entry = { type: 'message' as const, receivedAt: 1, replayed: false, attempts: 0 }
  await before.journal.add('message#M1', { ...entry, message: before.message('M1', GROUP) })
  const silent = { ...before.message('M2'), message: proto.Message.create({ protocolMessage: {} }) }
  await before.journal.add('message#M2', { ...entry, message: silent })
  await before.journal.add('event#E1', {
    type: 'event',
    event: { ...before.owner, type: 'edit', whatsappMessageId: 'M1', chat: {}, body: 'melhor', fromMe: false, at: 1 },
    group: 'g',
    identity: 'i',
    after: 'M1',
  })

  const { faulty, inbound, ids, left, items, state } = world(before.owner, 2)
  faulty.failTable = command => /Put|Delete/.test(command)
  await expect(inbound.recover()).rejects.toThrow('away')
  faulty.failTable = () => false
  expect(await left()).toHaveLength(3)
  await inbound.recover()
  await expect.poll(left).toEqual([])
  expect(ids()).toEqual(['message M1', 'edit M1'])
  expect(state.asked).toBe(1)
  expect((await items.list('aside#')).map(({ name }) => name)).toEqual(['aside#message#M2'])
  // It is done once in the life of a session.
  await inbound.recover()
  expect(ids()).toHaveLength(2)
})

it('what another host owns is not tried again', async () => {
  const { owner, state, faulty, take, message, ids } = world()
  let asked: (subject: string) => void = () => {}
  state.subject = new Promise(resolve => (asked = resolve))
  await take(message('M1', GROUP))
  const successor = world(owner, 2)
  await successor.journal.add('message#M1', {
    type: 'message',
    message: message('M1', GROUP),
    receivedAt: 1,
    replayed: false,
    attempts: 0,
  })
  const removals = () => Object.entries(faulty.calls).filter(([name]) => /Delete/.test(name))
  asked('Turma')
  await expect.poll(() => removals().map(([, times]) => times)).toEqual([1])
  await expect.poll(ids).toEqual(['message M1'])
  for (const id of ['M2', 'M3']) await take(message(id))
  expect(removals().map(([, times]) => times)).toEqual([1])
  expect(ids()).toEqual(['message M1', 'message M2', 'message M3'])
  expect(await successor.left()).toEqual(['journal#message#M1'])
})
