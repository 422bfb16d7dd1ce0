import type { InboundEvent } from '@balcao/shared/events/queues.ts'
import { expect, it } from 'vitest'
import { createEventSender } from './event-sender.ts'

const event: InboundEvent = { companyId: 'c', connectionId: 'n', type: 'ack', whatsappMessageId: 'm', ack: 2 }

it('who waits hears when an event is held by the queue, not before', async () => {
  let taken: () => void = () => {}
  const { send, next } = createEventSender({ send: () => new Promise(resolve => (taken = resolve)) })
  let heard = 0
  const waiting = [next(), next()].map(each => each.then(() => heard++))
  const sending = send(event, 'g', 'i')
  await Promise.resolve()
  expect(heard).toBe(0)
  taken()
  await Promise.all([sending, ...waiting])
  expect(heard).toBe(2)
})

it('an event that is not taken is nobody’s news, and its sender’s error', async () => {
  const outcomes = [Promise.reject(new Error('the host is closing')), Promise.resolve()]
  const { send, next } = createEventSender({ send: () => outcomes.shift()! })
  let heard = false
  const waiting = next().then(() => (heard = true))
  await expect(send(event, 'g', 'i')).rejects.toThrow('closing')
  expect(heard).toBe(false)
  await send(event, 'g', 'i')
  await waiting
})
