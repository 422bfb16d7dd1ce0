import type { InboundMessage } from '@balcao/shared/events/queues.ts'
import type { WACallEvent } from '@whiskeysockets/baileys'
import { expect, it } from 'vitest'
import { createLog } from '../log.ts'
import { Calls } from './calls.ts'

const offer: WACallEvent = {
  id: 'C1',
  chatId: '987@lid',
  from: '987@lid',
  callerPn: '5511988887777@s.whatsapp.net',
  isVideo: true,
  status: 'offer',
  date: new Date(5000),
  offline: false,
}

function world(refuses = false) {
  const published: InboundMessage[] = []
  const rejected: string[] = []
  let at = 0
  const calls = new Calls({
    ids: { companyId: 'c', connectionId: 'n' },
    events: { emit: async event => void published.push(event as InboundMessage) },
    directory: { complete: async () => ({ number: '5511988887777', lid: '987' }) },
    log: createLog('silent'),
    shard: { refusesCalls: async () => refuses },
    current: {
      socket: () => ({
        async rejectCall(id) {
          rejected.push(id)
          throw new Error('the socket has closed')
        },
      }),
    },
    arrivals: { now: () => ++at },
  })
  return {
    published,
    rejected,
    call: (call: WACallEvent) => calls.take(call),
    go: async (...statuses: WACallEvent['status'][]) => {
      for (const status of statuses) await calls.take({ ...offer, status })
    },
  }
}

it.each<[WACallEvent['status'][], boolean]>([
  [['offer', 'ringing', 'timeout'], true],
  [['offer', 'terminate'], true],
  [['offer', 'reject'], true],
  [['terminate'], true],
  [['offer', 'timeout', 'terminate'], true],
  [['offer', 'accept', 'terminate'], false],
  [['offer', 'ringing'], false],
])('%j is a missed call: %s', async (statuses, isMissed) => {
  const { go, published, rejected } = world()
  await go(...statuses)
  expect(published).toHaveLength(isMissed ? 1 : 0)
  expect(rejected).toEqual([])
})

it('is published with its time, and whether it showed a face', async () => {
  const { go, published } = world()
  await go('offer')
  await go('timeout')
  expect(published[0]).toMatchObject({
    kind: 'call_log',
    call: { video: true, refused: false },
    sentAt: 5000,
    receivedAt: 1,
  })
})

it('is refused once where the company wants it, and that is published even when WhatsApp does not get the refusal', async () => {
  const { go, published, rejected } = world(true)
  await go('offer', 'offer', 'terminate')
  expect(rejected).toEqual(['C1'])
  expect(published).toMatchObject([{ call: { refused: true } }])
})

it('that was over before we were there is refused without a word to the caller', async () => {
  const { call, published, rejected } = world(true)
  await call({ ...offer, offline: true })
  expect(rejected).toEqual([])
  expect(published).toMatchObject([{ call: { refused: true }, replayed: true }])
})

it('of a group is nobody’s', async () => {
  const { call, published } = world(true)
  await call({ ...offer, isGroup: true, status: 'terminate' })
  expect(published).toEqual([])
})
