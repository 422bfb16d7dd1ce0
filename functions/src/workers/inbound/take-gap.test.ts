import type { InboundEvent, Timer } from '@balcao/shared/events/queues.ts'
import { expect, it, vi } from 'vitest'
import { batchOf, type Fixture, inbound, makeFixture } from '../../../test/pipeline-fixture.ts'
import { findMessageByWhatsappId } from '../../data/tickets/message.ts'
import { listLogs } from '../../data/tickets/ticket-log.ts'
import { fire } from '../timers/handler.ts'
import { handler } from './handler.ts'

const timers = vi.hoisted(() => [] as Timer[])
vi.mock(import('../../messaging/enqueue.ts'), async original => ({
  ...(await original()),
  enqueueTimer: async timer => void timers.push(timer),
}))

const take = async (event: InboundEvent) => expect((await handler(batchOf([event]))).batchItemFailures).toEqual([])
const gapOf = ({ companyId, connectionId }: Fixture, recovered: number) => {
  const to = Date.now()
  return { type: 'gap' as const, companyId, connectionId, from: to - 60_000, to, recovered }
}

it('a gap that overtakes the messages of its replay is in the log of their tickets too, once', async () => {
  const fixture = await makeFixture()
  const { companyId, connectionId } = fixture
  await take(gapOf(fixture, 1))
  const message = inbound(fixture, { replayed: true })
  await take(message)
  const [timer] = timers.splice(0)
  await fire(timer!, timer!.dueAt)
  await fire(timer!, timer!.dueAt)
  const { ticketId } = (await findMessageByWhatsappId(companyId, connectionId, message.whatsappMessageId))!
  const logs = await listLogs(companyId, ticketId)
  expect(logs.flatMap(({ gap }) => (gap ? [gap.recovered] : []))).toEqual([1])
})

it('a gap without such messages is not looked at again', async () => {
  await take(gapOf(await makeFixture(), 0))
  expect(timers).toEqual([])
})
