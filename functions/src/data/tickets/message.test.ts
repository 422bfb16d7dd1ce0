import { newId } from '@balcao/shared/ids.ts'
import { beforeEach, expect, it, vi } from 'vitest'
import { batchOf, inbound, makeFixture } from '../../../test/pipeline-fixture.ts'
import { handler } from '../../workers/inbound/handler.ts'
import { timerWrite } from '../timers/timer.ts'
import { clearError, failMessage, findMessageByWhatsappId, getMessage } from './message.ts'

/** Switch by which reads that are not consistent find nothing, as they may right after a write. */
const late = vi.hoisted(() => ({ isLate: false }))
vi.mock(import('../table/get-item.ts'), async original => {
  const { getItem } = await original()
  const read: typeof getItem = async (key, consistent) =>
    late.isLate && !consistent ? undefined : getItem(key, consistent)
  return { getItem: read }
})
beforeEach(() => {
  late.isLate = false
})

async function received() {
  const fixture = await makeFixture()
  const message = inbound(fixture)
  await handler(batchOf([message]))
  late.isLate = true
  const find = (id: string) => findMessageByWhatsappId(fixture.companyId, fixture.connectionId, id)
  return { ...fixture, message, find, row: await find(message.whatsappMessageId) }
}

it('a message is found right after it was stored', async () => {
  const { companyId, message, find, row } = await received()
  expect(row).toMatchObject({ body: message.body, whatsappMessageId: message.whatsappMessageId })
  expect(await getMessage(companyId, row!.id)).toEqual(row)
  expect(await find(newId())).toBeUndefined()
})

it('a message is read as a change has just left it', async () => {
  const { companyId, row } = await received()
  const failed = await failMessage(row!, 'ERR_SENDING_WAPP_MSG')
  const timer = timerWrite({ type: 'outbox', companyId, ticketId: row!.ticketId, dueAt: Date.now() })
  expect(await clearError(failed!, [timer])).toMatchObject({ id: row!.id, error: null })
})
