import { messageId, newId } from '@balcao/shared/ids.ts'
import { describe, expect, it } from 'vitest'
import { makeTicket } from '../../../test/make-ticket.ts'
import { editMessage } from './message-rewrite.ts'
import type { MessageRow } from './message-row.ts'
import { storeMessage } from './ticket.ts'

const stored = async (body: string): Promise<MessageRow> => {
  const ticket = await makeTicket(newId())
  const whatsappMessageId = newId()
  const done = await storeMessage(ticket, {
    id: await messageId(ticket.whatsapp.id, whatsappMessageId, Date.now()),
    connectionId: ticket.whatsapp.id,
    whatsappMessageId,
    body,
    fromMe: false,
    mediaType: 'chat',
    origin: 'contact',
  })
  if (done.outcome !== 'stored') throw new Error(done.outcome)
  return done.message
}

const edited = async (message: MessageRow, body: string): Promise<MessageRow> => {
  const after = await editMessage(message, body)
  if (!after) throw new Error('was not edited')
  return after
}

describe('editMessage', () => {
  it('keeps the earlier texts, oldest first', async () => {
    const message = await edited(await edited(await stored('um'), 'dois'), 'três')
    expect(message).toMatchObject({ body: 'três', isEdited: true, earlierBodies: ['um', 'dois'] })
  })

  it('bears any number of edits of the longest texts', async () => {
    const long = (sign: string) => sign.repeat(65_536)
    let message = await stored(long('ã'))
    for (const sign of ['€', 'b', '€', 'c', 'd']) message = await edited(message, long(sign))
    expect(message.body).toBe(long('d'))
    expect(message.earlierBodies).toEqual([long('c')])
    // One too large to be kept does not hide that there was one.
    const last = await edited(await stored(long('😀').slice(0, 65_536)), 'curta')
    expect(last).toMatchObject({ isEdited: true, earlierBodies: [] })
  })
})
