import { Timer } from '@balcao/shared/events/queues.ts'
import { messageId, newId } from '@balcao/shared/ids.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Gate, openGate } from '../../../test/gate.ts'
import { makeCompany } from '../../../test/harness.ts'
import { killAtCall } from '../../../test/kill-at-call.ts'
import { makeTicket } from '../../../test/make-ticket.ts'
import { openOwnQueue } from '../../../test/own-queue.ts'
import { batchOf, inbound, makeFixture } from '../../../test/pipeline-fixture.ts'
import { queued } from '../../../test/queued.ts'
import { findMessageByWhatsappId, listMessages } from '../../data/tickets/message.ts'
import { searchMessages } from '../../data/tickets/message-search.ts'
import { storeMessage } from '../../data/tickets/ticket.ts'
import { minuteOf, timersOf } from '../../data/timers/timer.ts'
import { fire } from './handler.ts'

let gate: Gate
let closeQueue: () => Promise<void>
beforeAll(async () => {
  closeQueue = await openOwnQueue('TIMERS_QUEUE_URL')
  gate = await openGate()
})
afterAll(async () => {
  await gate.close()
  await closeQueue()
})

/** Waits for at least so many index requests of a ticket and returns them. */
const asked = (ticketId: string, least: number) =>
  queued(
    process.env.TIMERS_QUEUE_URL,
    Timer,
    timer => timer.type === 'indexMessages' && timer.ticketId === ticketId,
    least,
  )

it('a message is found whenever processes are killed, each right behind one of their calls', {
  timeout: 120_000,
}, async () => {
  const { id: companyId, admin } = await makeCompany()
  const ticket = await makeTicket(companyId)
  const whatsappMessageId = newId()
  const id = await messageId(ticket.whatsapp.id, whatsappMessageId, Date.now())
  // More than one transaction takes.
  const body = Array.from(
    { length: 90 },
    (_, i) => `palavra ${i} ${String.fromCharCode(97 + (i % 26), 98 + (i % 7))}xyz`,
  )
  const stored = await storeMessage(ticket, {
    ...{ id, connectionId: ticket.whatsapp.id, whatsappMessageId, body: body.join(' ') },
    ...{ fromMe: false, mediaType: 'chat', origin: 'contact' },
  })
  expect(stored.outcome).toBe('stored')
  // Asked for in the message's own transaction: nothing else needs to have happened.
  const now = Date.now()
  const minutes = [0, 1, 2].map(ahead => minuteOf(now) + ahead)
  const armed = async () =>
    (await Promise.all(minutes.map(timersOf)))
      .flat()
      .flatMap(({ timer }) => (timer.type === 'indexMessages' && timer.messageIds.includes(id) ? [timer] : []))
  const [timer] = await armed()
  expect(timer).toBeDefined()
  const viewer = {
    userId: admin.user.id,
    profile: 'admin' as const,
    super: false,
    queueIds: [],
    allTicket: 'enabled' as const,
  }
  const found = async () =>
    (
      await searchMessages(companyId, viewer, { text: 'palavra 89', showAll: true, unread: false }, { limit: 10 })
    ).rows.map(({ message }) => message.id)
  let kills = 0
  for (let nth = 1; await killAtCall(gate, nth, 'timers', timer!); nth++) {
    kills = nth
    // Either it stands to be done again, or it is done.
    if ((await armed()).length === 0) expect([nth, await found()]).toEqual([nth, [id]])
    expect(kills).toBeLessThan(40)
  }
  expect(kills).toBeGreaterThan(3)
  await fire(timer!, Date.now())
  expect(await found()).toEqual([id])
  expect(await armed()).toEqual([])
})

it('a message that comes in asks for what it is found by, and its redelivery asks again', async () => {
  const fixture = await makeFixture({
    queues: [{ greetingMessage: 'Olá, aqui é a loja' }],
    settings: { sendGreetingMessageOneQueues: 'enabled' },
  })
  const { companyId, connectionId } = fixture
  const event = inbound(fixture, { body: 'vocês têm cotovias?', pushName: 'Maria' })
  const { handler } = await import('../inbound/handler.ts')
  const deliver = async () => expect(await handler(batchOf([event]))).toEqual({ batchItemFailures: [] })
  await deliver()
  const stored = await findMessageByWhatsappId(companyId, connectionId, event.whatsappMessageId)
  const all = await listMessages(companyId, stored!.ticketId, { limit: 10 })
  const ids = all.filter(({ body }) => body !== '').map(({ id }) => id)
  const [first] = await asked(stored!.ticketId, 1)
  expect(first).toMatchObject({ messageIds: expect.arrayContaining(ids) })
  await deliver()
  const both = await asked(stored!.ticketId, 2)
  expect(both[1]).toMatchObject({ messageIds: expect.arrayContaining(ids) })
  expect(ids.length).toBeGreaterThan(1)
})
