import { OutboundCommand } from '@balcao/shared/events/queues.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Gate, openGate } from '../../test/gate.ts'
import { batchOf, commandsOf, inbound, makeFixture } from '../../test/pipeline-fixture.ts'
import { findContactByNumber } from '../data/contacts/contact.ts'
import { changeTicket, findLiveTicket, getTicket } from '../data/tickets/ticket.ts'
import { handler } from '../workers/inbound/handler.ts'
import { sendMessage } from './send-message.ts'

const ana = { id: '01980000-0000-7000-8000-000000000001', name: 'Ana' }

let gate: Gate
beforeAll(async () => {
  gate = await openGate()
})
afterEach(() => gate.refuseSends(undefined))
afterAll(() => gate.close())

/** The queues take no command but those of these texts. */
const take = (...texts: string[]) =>
  gate.refuseSends(body => {
    const { success, data } = OutboundCommand.safeParse(body)
    return success && data.type === 'send' && data.content.kind === 'text' && !texts.includes(data.content.body)
  })

async function conversation() {
  const fixture = await makeFixture()
  const { companyId, connectionId, number } = fixture
  await handler(batchOf([inbound(fixture)]))
  const contact = await findContactByNumber(companyId, number)
  const { id } = (await findLiveTicket(companyId, connectionId, contact!.id))!
  await changeTicket(companyId, id, () => ({ set: { status: 'open', user: ana } }))
  const ticket = async () => (await getTicket(companyId, id, true))!
  return {
    ticket,
    write: async (body: string, clientId = crypto.randomUUID()) =>
      sendMessage(
        { companyId },
        { ticket: await ticket(), content: { kind: 'text', body }, origin: 'attendant', user: ana, clientId },
      ),
    left: async () =>
      (await commandsOf(fixture)).map(command =>
        command.type === 'send' && command.content.kind === 'text' ? command.content.body : command.type,
      ),
  }
}

describe('what is written while the queue is out of reach', () => {
  it('is stored, and leaves before what is written next', async () => {
    const { ticket, write, left } = await conversation()
    take()
    const { message } = await write('um')
    expect(message).toMatchObject({ ack: 0, error: null })
    await write('dois')
    gate.refuseSends(undefined)
    await write('três')
    await write('quatro')
    expect(await left()).toEqual(['um', 'dois', 'três', 'quatro'])
    expect((await ticket()).unsentSince).toBeNull()
  })

  it('is waited for by what comes behind it, also when the queue takes that', async () => {
    const { ticket, write, left } = await conversation()
    take('dois')
    await write('um')
    await write('dois')
    expect(await left()).toEqual([])
    expect((await ticket()).unsentSince).not.toBeNull()
    gate.refuseSends(undefined)
    await write('três')
    expect(await left()).toEqual(['um', 'dois', 'três'])
  })

  it('is not behind what is written next when its sender asks once more', async () => {
    const { ticket, write, left } = await conversation()
    const clientId = crypto.randomUUID()
    take()
    await write('um')
    await write('dois', clientId)
    gate.refuseSends(undefined)
    await write('dois', clientId)
    expect(await left()).toEqual(['um', 'dois'])
    expect((await ticket()).unsentSince).toBeNull()
  })

  it('keeps nothing from its place in the lists', async () => {
    const { ticket, write } = await conversation()
    take()
    const { ticket: sent } = await write('um')
    expect(await ticket()).toMatchObject({ updatedAt: sent.updatedAt, lastMessage: 'um', version: sent.version + 1 })
  })
})
