import { describe, expect, it } from 'vitest'
import { changeElsewhere, makeCompany, makeUser } from '../../../test/harness.ts'
import { metered, type Units } from '../table/meter.ts'
import { chatKey, createChat, markChatRead, pageOfChats, requireChat } from './chat.ts'
import { pageOfChatMessages, storeChatMessage } from './chat-message.ts'

const refOf = ({ id, name }: { id: string; name: string }) => ({ id, name })

/** Measures the costs in the README's chart for a conversation with so many members. */
async function costs(members: number): Promise<Record<'send' | 'mark' | 'ask' | 'page', Units>> {
  const { id: companyId, admin } = await makeCompany()
  const owner = refOf(admin.user)
  const users = await Promise.all(
    Array.from({ length: members - 1 }, (_, i) => makeUser(companyId, { name: `Maria dos Santos ${i}` })),
  )
  const others = users.map(({ user }) => refOf(user))
  const { id } = await createChat(companyId, { title: 'Equipe da loja', owner, others })
  const send = () =>
    storeChatMessage(companyId, id, {
      user: owner,
      text: 'Bom dia a todos',
      media: null,
      clientId: crypto.randomUUID(),
    })
  for (let i = 0; i < 24; i++) await send()
  const units = async (work: () => Promise<unknown>) => (await metered(work)).units
  const sent = await units(send)
  const mark = await units(() => markChatRead(companyId, id, others[0]!.id))
  const ask = await units(() => requireChat(companyId, id, owner.id))
  const page = await units(() => pageOfChatMessages(companyId, id, { limit: 20 }))
  return { send: sent, mark, ask, page }
}

describe('what a conversation costs', () => {
  it('grows with the bytes of its row, and not with the text or the recipients', async () => {
    const small = await costs(5)
    expect([small.send.write, small.mark.write, small.ask.read, small.page.read]).toEqual([6, 1, 1, 1])
    const large = await costs(50)
    expect([large.send.write, large.mark.write, large.ask.read, large.page.read]).toEqual([14, 5, 2, 1])
  })

  it('is half a read unit each in a list, whatever the page', async () => {
    const { id: companyId, admin } = await makeCompany()
    const { user } = await makeUser(companyId)
    const owner = refOf(admin.user)
    for (let i = 0; i < 12; i++) await createChat(companyId, { title: `Conversa ${i}`, owner, others: [refOf(user)] })
    const { result, units } = await metered(() => pageOfChats(companyId, owner.id, { limit: 5, searchParam: '' }))
    expect([result.rows.length, result.hasMore, units.read]).toEqual([5, true, 6.5])
  })
})

describe('the order', () => {
  it('is that of the conversation, though the clock of one server is behind', async () => {
    const { id: companyId, admin } = await makeCompany()
    const user = refOf(admin.user)
    const { id } = await createChat(companyId, { title: 'Loja', owner: user, others: [] })
    const send = async () =>
      (await storeChatMessage(companyId, id, { user, text: 'Olá', media: null, clientId: null })).message.id
    const first = await send()
    // Said by a server whose clock is a minute ahead.
    const ms = (Date.now() + 60_000).toString(16).padStart(12, '0')
    const last = `${ms.slice(0, 8)}-${ms.slice(8)}${first.slice(13)}`
    await changeElsewhere(chatKey(companyId, id), 'lastId', last)
    expect((await send()) > last).toBe(true)
  })
})
