// @vitest-environment jsdom
import { messages as messagesApi } from '@balcao/shared/api/tickets/messages.ts'
import { ticketsLog } from '@balcao/shared/api/tickets/tickets.ts'
import { queryKey } from '@balcao/shared/api-contract/query-key.ts'
import type { Message, Reaction } from '@balcao/shared/entities/message.ts'
import { isEmoji } from '@balcao/shared/rules/emoji.ts'
import { sampleMessage } from '@balcao/shared/test/sample-message.ts'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { loadTexts } from '#/lib/i18n.ts'
import { queryClient } from '#/lib/queries.ts'
import { applyMessage } from '#/realtime/message-pages.ts'
import { renderScreen } from '#/testing/render-screen.tsx'
import { sampleTicket } from '#/testing/sample-ticket.ts'
import { sessionUser } from '#/testing/session-user.ts'
import { startBackend } from '#/testing/start-backend.ts'
import { EMOJI } from './emoji.ts'
import { MessageList } from './message-list.tsx'
import { react } from './message-operations.ts'

const user = sessionUser()
const ticket = sampleTicket()
const contact = (emoji: string, name = 'Maria'): Reaction => ({ emoji, fromMe: false, name, userId: null })
const own = (emoji: string, userId: string | null = user.id): Reaction => ({ emoji, fromMe: true, name: null, userId })

let backend: Awaited<ReturnType<typeof startBackend>>
let stored: Message

const nothing = () => undefined
const handlers = {
  onReply: nothing,
  onEdit: nothing,
  onDelete: nothing,
  onRetry: nothing,
  onOpenImage: nothing,
  onContact: nothing,
  onReact: (message: Message, emoji: string) => void react(queryClient, message, emoji),
}

async function open(changes: Partial<Message>, { readOnly = false, isGroup = false } = {}) {
  stored = sampleMessage({ ticketId: ticket.id, body: 'gostou?', ...changes })
  await loadTexts('tickets')
  await renderScreen(
    '/conversation',
    <MessageList ticket={{ ...ticket, isGroup }} readOnly={readOnly} handlers={handlers} />,
    user,
  )
}
async function show(changes: Partial<Message> = {}, options: Parameters<typeof open>[1] = {}) {
  await open(changes, options)
  await screen.findByText('gostou?')
  // The chips are fetched with the first that is shown.
  if (changes.reactions?.length) await screen.findAllByRole('button', { name: / de / })
}
const chips = () =>
  screen
    .queryAllByRole('button', { name: / de / })
    .map(chip => `${chip.getAttribute('aria-label')}${chip.getAttribute('aria-pressed') === 'true' ? ' *' : ''}`)
const said = () =>
  backend.calls.filter(({ method }) => method === 'PUT').map(({ body }) => (body as { emoji: string }).emoji)
const chip = (name: string) => screen.getByRole('button', { name })

beforeEach(async () => {
  backend = await startBackend()
  backend.on(messagesApi.list, () => ({ body: { messages: [stored], hasMore: false, nextCursor: null } }))
  backend.on(ticketsLog.list, () => ({ body: [] }))
  backend.on(messagesApi.react, ({ body }) => {
    const { emoji } = body as { emoji: string }
    const others = stored.reactions.filter(({ fromMe }) => !fromMe)
    stored = { ...stored, reactions: emoji ? [...others, own(emoji)] : others }
    return { body: stored }
  })
})
afterEach(async () => {
  cleanup()
  await backend.stop()
})

describe('reactions', () => {
  it('stand under the message: each emoji once, with how many and who, our own marked', async () => {
    await show({ reactions: [contact('👍'), contact('❤️', 'Zé'), own('👍')] }, { isGroup: true })
    await waitFor(() => expect(chips()).toEqual(['👍 de Maria, Você *', '❤️ de Zé']))
    expect(within(chip('👍 de Maria, Você')).getByText('2')).toBeTruthy()
    expect(within(chip('❤️ de Zé')).queryByText('1')).toBeNull()
  })

  it('name the contact as the conversation does, and a colleague as the team', async () => {
    await show({ reactions: [contact('👍', 'Outro nome'), own('🙏', null)] })
    expect(chips()).toEqual(['👍 de Maria Andrade', '🙏 de Equipe *'])
  })

  it('who reacted is in a hint', async () => {
    await show({ reactions: [contact('👍')] })
    await userEvent.hover(chip('👍 de Maria Andrade'))
    expect((await screen.findByRole('tooltip')).textContent).toBe('Maria Andrade')
  })

  it('a finger that rests on one sees who reacted, and reacts with nothing', async () => {
    await show({ reactions: [contact('👍')] })
    const touch = userEvent.setup()
    const target = chip('👍 de Maria Andrade')
    await touch.pointer({ keys: '[TouchA>]', target })
    expect((await screen.findByRole('tooltip')).textContent).toBe('Maria Andrade')
    await touch.pointer({ keys: '[/TouchA]' })
    expect(chips()).toEqual(['👍 de Maria Andrade'])
    // A short touch is a press.
    await touch.pointer({ keys: '[TouchA]', target })
    await waitFor(() => expect(chips()).toEqual(['👍 de Maria Andrade, Você *']))
    await waitFor(() => expect(said()).toEqual(['👍']))
    await waitFor(() => expect(stored.reactions).toHaveLength(2))
  })

  it('a click on one’s own takes it back, on another’s says the same', async () => {
    await show({ reactions: [contact('👍')] })
    await userEvent.click(chip('👍 de Maria Andrade'))
    await waitFor(() => expect(chips()).toEqual(['👍 de Maria Andrade, Você *']))
    await waitFor(() => expect(said()).toEqual(['👍']))
    await waitFor(() => expect(stored.reactions).toHaveLength(2))
    await userEvent.click(chip('👍 de Maria Andrade, Você'))
    await waitFor(() => expect(chips()).toEqual(['👍 de Maria Andrade']))
    await waitFor(() => expect(said()).toEqual(['👍', '']))
  })

  it('appear when somebody else’s comes in', async () => {
    await show()
    applyMessage(queryClient, { ...stored, reactions: [contact('😂')] })
    await waitFor(() => expect(chips()).toEqual(['😂 de Maria Andrade']))
  })
})

describe('reacting', () => {
  it('by keyboard alone: the quick ones and the others, each an emoji', async () => {
    await show()
    const button = screen.getByRole('button', { name: 'Reagir' })
    button.focus()
    await userEvent.keyboard('{Enter}')
    const panel = within(await screen.findByRole('dialog', { name: 'Reagir' }))
    const offered = panel.getAllByRole('button').map(each => each.textContent!)
    expect(offered.slice(0, 6)).toEqual(['👍', '❤️', '😂', '😮', '😢', '🙏'])
    expect(new Set(offered).size).toBe(offered.length)
    expect(offered).toEqual(expect.arrayContaining(EMOJI))
    expect(offered.filter(emoji => !isEmoji(emoji))).toEqual([])
    await waitFor(() => expect(document.activeElement?.textContent).toBe('👍'))
    await userEvent.tab()
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(chips()).toEqual(['❤️ de Você *']))
    await waitFor(() => expect(document.activeElement).toBe(button))
    await waitFor(() => expect(said()).toEqual(['❤️']))
  })

  it('the same again takes it back', async () => {
    await show({ reactions: [own('👍')] })
    await userEvent.click(screen.getByRole('button', { name: 'Reagir' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Reagir com 👍', pressed: true }))
    await waitFor(() => expect(chips()).toEqual([]))
    await waitFor(() => expect(said()).toEqual(['']))
  })

  it('stands there at once, and goes again when it is refused; what else came stays', async () => {
    backend.on(messagesApi.react, () => ({ status: 422, body: { error: 'ERR_REACT_WAPP_MSG' } }))
    await show({ reactions: [own('🙏')] })
    const done = react(queryClient, stored, '👍')
    const { pages } = queryClient.getQueryData<{ pages: { messages: Message[] }[] }>(
      queryKey(messagesApi.list, { params: { ticketId: ticket.id } }),
    )!
    expect(pages[0]!.messages[0]!.reactions).toMatchObject([own('👍')])
    // Before the refusal, which is on its way.
    applyMessage(queryClient, { ...stored, reactions: [contact('😂'), own('👍')] })
    await done
    await waitFor(() => expect(chips()).toEqual(['😂 de Maria Andrade', '🙏 de Você *']))
    expect(await screen.findByText('Não é possível reagir a esta mensagem.')).toBeTruthy()
  })

  it('the last click is what stays, said after the answer to the first', async () => {
    await show()
    const done = Promise.all(['👍', '❤️', '🎉'].map(emoji => react(queryClient, stored, emoji)))
    await waitFor(() => expect(chips()).toEqual(['🎉 de Você *']))
    await done
    expect(said()).toEqual(['👍', '🎉'])
    await waitFor(() => expect(chips()).toEqual(['🎉 de Você *']))
  })
})

describe('where nothing can be done', () => {
  it('they are shown and do nothing', async () => {
    await show({ reactions: [contact('👍')] }, { readOnly: true })
    expect(chip('👍 de Maria Andrade').getAttribute('aria-disabled')).toBe('true')
    await userEvent.click(chip('👍 de Maria Andrade'))
    expect(screen.queryByRole('button', { name: 'Reagir' })).toBeNull()
    expect(said()).toEqual([])
  })

  it.each<[string, Partial<Message>]>([
    ['a call', { mediaType: 'call_log', call: { video: false } }],
    ['a message that did not leave', { fromMe: true, error: 'ERR_SENDING_WAPP_MSG' }],
  ])('%s offers none', async (_, changes) => {
    await open(changes)
    await screen.findByRole('button', { name: 'Opções da mensagem' })
    expect(screen.queryByRole('button', { name: 'Reagir' })).toBeNull()
  })
})
