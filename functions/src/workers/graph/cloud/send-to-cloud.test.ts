import { DeleteMessageCommand, ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import { messages } from '@balcao/shared/api/tickets/messages.ts'
import { describe, expect, it } from 'vitest'
import { type CloudTalk, useCloud } from '../../../../test/cloud-fixture.ts'
import { call, changeElsewhere } from '../../../../test/harness.ts'
import { killAtCall } from '../../../../test/kill-at-call.ts'
import { getWhatsapp } from '../../../data/channels/whatsapp.ts'
import { getMessage } from '../../../data/tickets/message.ts'
import { minuteOf, timersOf } from '../../../data/timers/timer.ts'
import { resolveAddress } from '../../../messaging/resolve-address.ts'
import { enqueueSend } from '../../../messaging/send-message.ts'
import { whatsappMessageId } from '../../../messaging/whatsapp-message-id.ts'
import { sweepOutbox } from '../../timers/sweep-outbox.ts'

const cloud = await useCloud()
const { hold, release, drop, sim, settle, settleUntil, makeShop, makeTalk, write, messagesOf, got } = cloud
const makeOpenTalk = async () => makeTalk(await makeShop())

/** Takes the next command off the worker's queue. */
async function takeCommand(): Promise<object> {
  const sqs = new SQSClient()
  const QueueUrl = cloud.queues[1]!.url
  const { Messages = [] } = await sqs.send(new ReceiveMessageCommand({ QueueUrl }))
  await sqs.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle: Messages[0]!.ReceiptHandle }))
  return JSON.parse(Messages[0]!.Body!) as object
}

/** Lets time pass for the message's send record: two minutes and more. */
async function grow(talk: CloudTalk, messageId: string, byMs = 121_000) {
  const { company, connection } = talk.shop
  const message = (await getMessage(company.id, messageId))!
  const key = { pk: `${company.id}#page-send#${connection.id}`, sk: message.whatsappMessageId }
  await changeElsewhere(key, 'sendingAt', Date.now() - byMs)
  return message
}
/** Fires the outbox timer of a ticket, as of a message from `ageMs` ago. */
const sweep = (talk: CloudTalk, messageId: string, ageMs: number) => {
  const now = Date.now()
  const { id: ticketId, companyId } = talk.ticket
  const retry = { messageId, since: now - ageMs }
  return sweepOutbox({ type: 'outbox', companyId, ticketId, dueAt: now, retry }, now)
}
const outcomes = async (talk: CloudTalk) => (await messagesOf(talk)).map(({ ack, error }) => [ack, error])
const textsOf = async (talk: CloudTalk) =>
  (await got(talk)).filter(({ status }) => status !== 'failed').map(({ text }) => text)
const stateOf = async ({ shop }: CloudTalk) => {
  const { status, disconnectReason } = (await getWhatsapp(shop.company.id, shop.connection.id, true))!
  return { status, disconnectReason }
}

describe('a message over a cloud number', () => {
  it('leaves in order, and is delivered', async () => {
    const talk = await makeOpenTalk()
    const texts = ['um', 'dois', 'três']
    for (const body of texts) expect((await write(talk, { body })).status).toBe(201)
    await settle()
    expect((await got(talk)).map(({ text }) => text)).toEqual(texts)
    expect(await outcomes(talk)).toEqual([
      [3, null],
      [3, null],
      [3, null],
    ])
  })

  it('whose answer is lost waits for its status, and is sent once', async () => {
    const talk = await makeOpenTalk()
    hold()
    await sim('POST', '/faults', { kind: 'timeout-after-accept' })
    const { body } = await write(talk, { body: 'uma vez' })
    expect(await settle()).toBe(0)
    expect(await outcomes(talk)).toEqual([[0, null]])
    // The outbox timer and its like come first.
    await sweep(talk, body.messages[0]!.id, 60_000)
    await settle()
    await release()
    await settle()
    expect(await outcomes(talk)).toEqual([[3, null]])
    expect(await textsOf(talk)).toEqual(['uma vez'])
  })

  it('of which nothing is heard for two minutes is marked, and a person sends it again, once', async () => {
    const talk = await makeOpenTalk()
    hold()
    await sim('POST', '/faults', { kind: 'timeout-after-accept', status: 503 })
    const id = (await write(talk, { body: 'chegou?' })).body.messages[0]!.id
    await settle()
    const timers = await timersOf(minuteOf(Date.now() + 121_000))
    expect(timers.some(({ timer }) => timer.type === 'outbox' && timer.retry?.messageId === id)).toBe(true)
    await grow(talk, id)
    await sweep(talk, id, 121_000)
    await settle()
    expect(await outcomes(talk)).toEqual([[0, 'ERR_SEND_UNKNOWN']])
    await sweep(talk, id, 4 * 60_000)
    await settle()
    expect(await textsOf(talk)).toHaveLength(1)
    // The first status is lost for good.
    drop()
    hold()
    const as = talk.shop.company.admin
    await Promise.all([1, 2].map(() => call(messages.retry, { as, params: { id } })))
    await settle()
    expect(await textsOf(talk)).toHaveLength(2)
    await release()
    expect(await outcomes(talk)).toEqual([[3, null]])
  })

  it('that was marked is no longer, once its status comes', async () => {
    const talk = await makeOpenTalk()
    hold()
    await sim('POST', '/faults', { kind: 'timeout-after-accept' })
    const id = (await write(talk, { body: 'tarde' })).body.messages[0]!.id
    await settle()
    await grow(talk, id)
    await sweep(talk, id, 121_000)
    await settle()
    expect(await outcomes(talk)).toEqual([[0, 'ERR_SEND_UNKNOWN']])
    await release()
    expect(await outcomes(talk)).toEqual([[3, null]])
    expect(await textsOf(talk)).toHaveLength(1)
  })

  it('of several parts leaves whole, though the answer of any is lost', async () => {
    const talk = await makeOpenTalk()
    const parts = ['a', 'b', 'c'].map(letter => letter.repeat(4000))
    for (const lost of [1, 2, 3]) {
      await sim('POST', '/faults', { kind: 'timeout-after-accept', every: lost, count: 1 })
      const id = (await write(talk, { body: parts.join('\n') })).body.messages[0]!.id
      await settle()
      await sweep(talk, id, 60_000)
      await settle()
      expect(await textsOf(talk)).toEqual(Array.from({ length: lost }, () => parts).flat())
      expect((await outcomes(talk)).at(-1)).toEqual([3, null])
      await sim('DELETE', '/faults')
    }
  })

  it('of a campaign is stored nowhere, and leaves once, each of its parts', async () => {
    const talk = await makeOpenTalk()
    const chat = await resolveAddress(talk.ticket)
    const ids = [whatsappMessageId(), whatsappMessageId()]
    const leave = async (attempt: string) => {
      for (const [i, id] of ids.entries())
        await enqueueSend(chat, id, { kind: 'text', body: `parte ${i}` }, undefined, attempt)
      await settle()
    }
    await sim('POST', '/faults', { kind: 'timeout-after-accept', count: 1 })
    await leave('')
    await leave('|1')
    expect(await textsOf(talk)).toEqual(['parte 0', 'parte 1'])
  })

  it('is known by one status of many, in any order', async () => {
    const talk = await makeOpenTalk()
    hold()
    await sim('POST', '/faults', { kind: 'timeout-after-accept' })
    await write(talk, { body: 'oi' })
    await settle()
    await release(calls => [...calls.toReversed(), ...calls])
    expect(await outcomes(talk)).toEqual([[3, null]])
    expect(await textsOf(talk)).toHaveLength(1)
  })

  it('killed before and behind each call is sent once, or marked as unknown', async () => {
    const talk = await makeOpenTalk()
    await write(talk, { body: 'oi' })
    const command = await takeCommand()
    const deaths = [
      // Before the part is noted: the next one sends it. After that nobody knows.
      { operation: 'PutItem', nth: 1, moment: 'before' },
      { operation: 'TransactWriteItems', nth: 1, moment: 'after' },
      { operation: 'SendMessage', nth: 1, moment: 'before' },
      { operation: 'SendMessage', nth: 1, moment: 'after' },
    ] as const
    for (const death of deaths) expect(await killAtCall(cloud.gate, death, 'pages', command)).toBe(true)
    await settle()
    expect(await textsOf(talk)).toEqual(['oi'])
    expect(await outcomes(talk)).toEqual([[3, null]])

    const id = (await write(talk, { body: 'e agora?' })).body.messages[0]!.id
    const next = await takeCommand()
    expect(await killAtCall(cloud.gate, { operation: 'PutItem', nth: 1, moment: 'after' }, 'pages', next)).toBe(true)
    await sweep(talk, id, 60_000)
    await settle()
    expect((await outcomes(talk)).at(-1)).toEqual([0, null])
    await grow(talk, id)
    await sweep(talk, id, 121_000)
    await settle()
    expect((await outcomes(talk)).at(-1)).toEqual([0, 'ERR_SEND_UNKNOWN'])
    expect(await textsOf(talk)).toEqual(['oi'])

    // Meta has it, and the process died before it noted that.
    await write(talk, { body: 'sim' })
    hold()
    const last = await takeCommand()
    const death = { operation: 'TransactWriteItems', nth: 1, moment: 'before' } as const
    expect(await killAtCall(cloud.gate, death, 'pages', last)).toBe(true)
    await release()
    await settle()
    expect(await textsOf(talk)).toEqual(['oi', 'sim'])
    expect((await outcomes(talk)).at(-1)).toEqual([3, null])
  }, 90_000)
})

describe('codes', () => {
  it.each([
    [100, 'ERR_SEND_REFUSED'],
    [131026, 'ERR_CLOUD_NOT_ON_WHATSAPP'],
    [131042, 'ERR_CLOUD_PAYMENT'],
    [131047, 'ERR_OUTSIDE_WINDOW'],
    [131048, 'ERR_CLOUD_QUALITY_LIMIT'],
    [131049, 'ERR_CLOUD_MARKETING_LIMIT'],
    [131051, 'ERR_SEND_REFUSED'],
    [131052, 'ERR_CLOUD_MEDIA'],
    [131053, 'ERR_CLOUD_MEDIA'],
    [132001, 'ERR_TEMPLATE_NOT_APPROVED'],
    [132012, 'ERR_TEMPLATE_VARIABLES'],
    [132015, 'ERR_TEMPLATE_NOT_APPROVED'],
    [133010, 'ERR_CLOUD_NUMBER'],
  ] as const)('%d ends a message with %s', async (code, error) => {
    const talk = await makeOpenTalk()
    await sim('POST', '/faults', { kind: 'fail', code, by: 'answer' })
    await write(talk, { body: 'oi' })
    await settle()
    expect(await outcomes(talk)).toEqual([[0, error]])
    expect(await stateOf(talk)).toEqual({ status: 'CONNECTED', disconnectReason: null })
    const { id } = (await messagesOf(talk))[0]!
    await call(messages.retry, { as: talk.shop.company.admin, params: { id } })
    await settle()
    expect(await outcomes(talk)).toEqual([[3, null]])
  })

  it.each([
    [10, 'ERR_CLOUD_RECONNECT', 'permission'],
    [33, 'ERR_CLOUD_NUMBER', 'numberGone'],
    [190, 'ERR_CLOUD_RECONNECT', 'token'],
    [368, 'ERR_CLOUD_BLOCKED', 'banned'],
    [131005, 'ERR_CLOUD_RECONNECT', 'permission'],
    [131031, 'ERR_CLOUD_BLOCKED', 'banned'],
  ] as const)('%d disconnects the number', async (code, error, reason) => {
    const talk = await makeOpenTalk()
    await sim('POST', '/faults', { kind: 'fail', code, by: 'answer' })
    await write(talk, { body: 'oi' })
    await write(talk, { body: 'e' })
    await settle()
    expect(await outcomes(talk)).toEqual([
      [0, error],
      [0, error],
    ])
    expect(await stateOf(talk)).toEqual({ status: 'DISCONNECTED', disconnectReason: reason })
  })

  it.each([4, 80007, 130429, 131056])(
    '%d lets the message come again, in order',
    async code => {
      const talk = await makeOpenTalk()
      await sim('POST', '/faults', { kind: 'fail', code, by: 'answer', count: 2 })
      const texts = ['um', 'dois', 'três']
      for (const body of texts) await write(talk, { body })
      await settleUntil(async () => (await textsOf(talk)).length === 3)
      expect(await textsOf(talk)).toEqual(texts)
      expect((await outcomes(talk)).map(([, error]) => error)).toEqual([null, null, null])
    },
    60_000,
  )

  it.each([1, 2, 131000, 131016])('%d may have been sent: its status is awaited', async code => {
    const talk = await makeOpenTalk()
    await sim('POST', '/faults', { kind: 'fail', code, by: 'answer' })
    await write(talk, { body: 'oi' })
    expect(await settle()).toBe(0)
    expect(await outcomes(talk)).toEqual([[0, null]])
    expect(await textsOf(talk)).toEqual([])
  })
})
