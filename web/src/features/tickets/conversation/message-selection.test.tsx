// @vitest-environment jsdom
import { contacts } from '@balcao/shared/api/contacts/contacts.ts'
import { queue } from '@balcao/shared/api/team/queue.ts'
import { messages } from '@balcao/shared/api/tickets/messages.ts'
import { tickets } from '@balcao/shared/api/tickets/tickets.ts'
import { queryKey } from '@balcao/shared/api-contract/query-key.ts'
import { sampleMessage } from '@balcao/shared/test/sample-message.ts'
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { loadTexts } from '#/lib/i18n.ts'
import { queryClient } from '#/lib/queries.ts'
import { listenForShortcuts } from '#/lib/shortcuts.ts'
import { useStore } from '#/lib/store.ts'
import { toast } from '#/lib/toast.ts'
import { applyMessage } from '#/realtime/message-pages.ts'
import { renderScreen } from '#/testing/render-screen.tsx'
import { sampleTicket } from '#/testing/sample-ticket.ts'
import { sessionUser } from '#/testing/session-user.ts'
import { startBackend } from '#/testing/start-backend.ts'
import { MessageBubble } from './message-bubble.tsx'
import { selection, toggleSelected } from './message-selection.ts'
import { SelectionBar } from './selection-bar.tsx'

const from = sampleTicket()
const others = ['José Prado', 'Rita Lima'].map(name => {
  const { id } = sampleTicket()
  return sampleTicket({ status: 'open', contactId: id, contact: { ...from.contact, id, name } })
})
const said = ['primeira', 'segunda'].map(body =>
  sampleMessage({ ticketId: from.id, contactId: from.contactId, body, mediaType: 'chat' }),
)
const deleted = sampleMessage({ ticketId: from.id, contactId: from.contactId, isDeleted: true })
const nothing = () => undefined
const handlers = {
  ...{ onReply: nothing, onEdit: nothing, onDelete: nothing, onRetry: nothing, onReact: nothing },
  ...{ onForward: nothing, onOpenImage: nothing, onJump: nothing, onContact: nothing },
}

let backend: Awaited<ReturnType<typeof startBackend>>
let stop: () => void
beforeEach(async () => {
  backend = await startBackend()
  backend.on(queue.list, () => ({ body: [] }))
  backend.on(contacts.list, () => ({ body: { contacts: [], count: 0, hasMore: false, nextCursor: null } }))
  backend.on(tickets.list, () => ({ body: { tickets: [from, ...others], hasMore: false, nextCursor: null } }))
  await Promise.all([loadTexts('tickets'), loadTexts('ticketDetails')])
  stop = listenForShortcuts()
})
afterEach(async () => {
  cleanup()
  stop()
  selection.set(null)
  await backend.stop()
})

function Scene() {
  const selected = useStore(selection)
  return (
    <>
      {[...said, deleted].map(message => (
        <MessageBubble
          key={message.id}
          {...{ message, handlers, group: false, joined: false, readOnly: false, highlighted: false, down: null }}
          peer="Maria"
          userId={from.id}
        />
      ))}
      {selected && <SelectionBar messages={selected.messages} />}
    </>
  )
}

it('selects messages, forwards them to several contacts once, and says who did not get them', async () => {
  const told = vi.spyOn(toast, 'failed')
  let tries = 0
  backend.on(messages.forwardMany, () =>
    ++tries === 1
      ? { status: 503, body: { error: 'ERR_INTERNAL' } }
      : {
          body: {
            contacts: [
              { contactId: others[0]!.contactId, ticketId: others[0]!.id, sent: 2, refused: [], error: null },
              {
                ...{ contactId: others[1]!.contactId, ticketId: others[1]!.id, sent: 0, refused: [] },
                error: 'ERR_OUTSIDE_WINDOW',
              },
            ],
          },
        },
  )
  await renderScreen('/tickets', <Scene />, sessionUser({ profile: 'admin' }))
  expect(screen.queryByRole('checkbox')).toBeNull()
  act(() => void toggleSelected(said[1]!))
  // A deleted message has no box.
  await waitFor(() => expect(screen.getAllByRole('checkbox')).toHaveLength(2))
  await userEvent.click(screen.getByRole('checkbox', { name: 'Selecionar a mensagem: primeira' }))
  expect(screen.getByText('2 selecionadas')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Encaminhar' }))
  const dialog = await screen.findByRole('dialog', { name: 'Encaminhar 2 mensagens' })
  for (const name of [/José Prado/, /Rita Lima/]) await userEvent.click(await screen.findByRole('button', { name }))
  const send = () => [...dialog.querySelectorAll('button')].find(each => each.textContent === 'Encaminhar')!
  await userEvent.click(send())
  await waitFor(() => expect(tries).toBe(1))
  await waitFor(() => expect(send().disabled).toBe(false))
  await userEvent.click(send())
  await waitFor(() => expect(selection.get()).toBeNull())
  expect(told).toHaveBeenCalledWith('Encaminhado em parte: 2 de 4', expect.any(Error))
  expect(String(told.mock.calls[0]![1])).toMatch(/^Error: Rita Lima: [^:]+$/)
  const [first, second] = backend.calls.filter(({ path }) => path.endsWith('/messages/forward')).map(({ body }) => body)
  expect(second).toEqual(first)
  expect(first).toMatchObject({
    // As they stand in the conversation.
    messageIds: said.map(({ id }) => id).sort(),
    contactIds: others.map(({ contactId }) => contactId),
  })
})

it('Escape ends the selection, and a thirty-first message is not taken', async () => {
  await renderScreen('/tickets', <Scene />, sessionUser({ profile: 'admin' }))
  const many = Array.from({ length: 30 }, () => sampleMessage({ ticketId: from.id }))
  act(() => {
    for (const message of many) expect(toggleSelected(message)).toBe(true)
    expect(toggleSelected(said[0]!)).toBe(false)
    expect(toggleSelected(many[0]!)).toBe(true)
  })
  expect(await screen.findByText('29 selecionadas')).toBeTruthy()
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('checkbox')).toBeNull())
  expect(selection.get()).toBeNull()
})

it('says the limit to who chooses a thirty-first message, by its menu too', async () => {
  await renderScreen('/tickets', <Scene />, sessionUser({ profile: 'admin' }))
  act(() => {
    for (let i = 0; i < 30; i++) toggleSelected(sampleMessage({ ticketId: from.id }))
  })
  await userEvent.click((await screen.findAllByRole('button', { name: 'Opções da mensagem' }))[0]!)
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Selecionar' }))
  expect(await screen.findByText('No máximo 30 mensagens de cada vez.')).toBeTruthy()
  expect(selection.get()?.messages).toHaveLength(30)
})

it('follows the messages: an edited one as it is now, a deleted one no more, nor its dialog', async () => {
  await renderScreen('/tickets', <Scene />, sessionUser({ profile: 'admin' }))
  const key = queryKey(messages.list, { params: { ticketId: from.id } })
  queryClient.setQueryData(key, { pages: [{ messages: said, hasMore: false, nextCursor: null }], pageParams: [null] })
  act(() => {
    for (const message of said) toggleSelected(message)
    // Before the bar is there.
    applyMessage(queryClient, { ...said[0]!, isDeleted: true })
  })
  expect(await screen.findByText('1 selecionada')).toBeTruthy()
  act(() => applyMessage(queryClient, { ...said[1]!, body: 'corrigida', isEdited: true }))
  expect(selection.get()?.messages).toMatchObject([{ id: said[1]!.id, body: 'corrigida' }])
  await userEvent.click(screen.getByRole('button', { name: 'Encaminhar' }))
  await screen.findByRole('dialog')
  act(() => applyMessage(queryClient, { ...said[1]!, isDeleted: true }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Encaminhar' }).disabled).toBe(true)
})
