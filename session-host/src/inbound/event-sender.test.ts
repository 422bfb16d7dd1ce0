import type { InboundEvent } from '@balcao/shared/events/queues.ts'
import { expect, it } from 'vitest'
import { EventSender } from './event-sender.ts'

const event: InboundEvent = { companyId: 'c', connectionId: 'n', type: 'ack', whatsappMessageId: 'm', ack: 2 }

it('a waiter is woken when an event is held by the queue, not before', async () => {
  let taken: () => void = () => {}
  const sender = new EventSender({ send: () => new Promise(resolve => (taken = resolve)) })
  let woken = 0
  const waiting = [sender.next(), sender.next()].map(each => each.then(() => woken++))
  const sending = sender.send(event, 'g', 'i')
  await Promise.resolve()
  expect(woken).toBe(0)
  taken()
  await Promise.all([sending, ...waiting])
  expect(woken).toBe(2)
})

it('an event that is not taken wakes nobody and is its sender’s error', async () => {
  const outcomes = [Promise.reject(new Error('the host is closing')), Promise.resolve()]
  const sender = new EventSender({ send: () => outcomes.shift()! })
  let isWoken = false
  const waiting = sender.next().then(() => (isWoken = true))
  await expect(sender.send(event, 'g', 'i')).rejects.toThrow('closing')
  expect(isWoken).toBe(false)
  await sender.send(event, 'g', 'i')
  await waiting
})
