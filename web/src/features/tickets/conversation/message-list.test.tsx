// @vitest-environment jsdom
import { messages } from '@balcao/shared/api/tickets/messages.ts'
import { ticketNotes } from '@balcao/shared/api/tickets/ticket-notes.ts'
import { tickets, ticketsLog } from '@balcao/shared/api/tickets/tickets.ts'
import { newId } from '@balcao/shared/ids.ts'
import { sampleMessage } from '@balcao/shared/test/sample-message.ts'
import { notifyManager } from '@tanstack/react-query'
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { loadTexts } from '#/lib/i18n.ts'
import { queryClient } from '#/lib/queries.ts'
import { listenForShortcuts } from '#/lib/shortcuts.ts'
import { renderScreen } from '#/testing/render-screen.tsx'
import { sampleTicket } from '#/testing/sample-ticket.ts'
import { sessionUser } from '#/testing/session-user.ts'
import { startBackend } from '#/testing/start-backend.ts'
import { MessageList } from './message-list.tsx'
import { timelineChoice } from './timeline-choice.ts'

const ticket = sampleTicket()
const nothing = () => undefined
const handlers = {
  onReply: nothing,
  onEdit: nothing,
  onDelete: nothing,
  onRetry: nothing,
  onOpenImage: nothing,
  onContact: nothing,
  onReact: nothing,
}

let backend: Awaited<ReturnType<typeof startBackend>>
beforeEach(async () => {
  backend = await startBackend()
})
afterEach(async () => {
  cleanup()
  await backend.stop()
})

it('a gap says how many messages of this conversation came late, and of none only when it was', async () => {
  const at = (time: string) => `2026-03-10T${time}.000Z`
  // Of the whole connection it was nine each time.
  const gap = (from: string, to: string) => ({
    id: newId(),
    ticketId: ticket.id,
    type: 'gap',
    user: null,
    queue: null,
    gap: { from: at(from), to: at(to), recovered: 9 },
    createdAt: at(to),
  })
  const said = ['12:00:00', '14:09:00', '15:00:20', '15:00:21'].map(time =>
    sampleMessage({ id: newId(Date.parse(at(time))), ticketId: ticket.id, body: 'oi', createdAt: at(time) }),
  )
  backend.on(messages.list, () => ({ body: { messages: said, hasMore: false, nextCursor: null } }))
  backend.on(ticketsLog.list, () => ({
    body: [gap('13:00:00', '13:10:00'), gap('14:00:00', '14:10:00'), gap('15:00:00', '15:00:30')],
  }))
  await loadTexts('tickets')
  await renderScreen('/conversation', <MessageList ticket={ticket} readOnly={false} handlers={handlers} />)
  const gaps = await screen.findAllByText(/^sem conexão/)
  expect(gaps.map(({ textContent }) => textContent)).toEqual([
    'sem conexão 10:00-10:10',
    'sem conexão 11:00-11:10, 1 mensagem recuperada',
    'sem conexão às 12:00, 2 mensagens recuperadas',
  ])
})

it('goes to a message of long ago with what stands around it, and from there on to the newest', async () => {
  const at = (minute: number) => new Date(Date.parse('2026-03-10T12:00:00.000Z') + minute * 60_000).toISOString()
  const said = Array.from({ length: 60 }, (_, i) =>
    sampleMessage({ id: newId(Date.parse(at(i))), ticketId: ticket.id, body: `fala ${i}`, createdAt: at(i) }),
  )
  const asked: string[] = []
  backend.on(ticketsLog.list, () => ({ body: [] }))
  backend.on(messages.list, ({ query }) => {
    asked.push([...query].map(([name]) => name).join())
    const place = (id: string | null) => said.findIndex(message => message.id === id)
    const [around, after] = [place(query.get('around')), place(query.get('after'))]
    const [from, to] = around >= 0 ? [around - 5, around + 5] : after >= 0 ? [after + 1, after + 31] : [40, 60]
    return {
      body: {
        messages: said.slice(from, to),
        // Nothing is read above the range: what is loaded there depends on heights.
        hasMore: around < 0 && after < 0,
        nextCursor: around < 0 && after < 0 ? `before-${from}` : null,
        ...(around >= 0 || after >= 0 ? { hasNewer: to < 60 } : {}),
      },
    }
  })
  await loadTexts('tickets')
  const target = { id: said[10]!.id }
  await renderScreen(
    '/conversation',
    <MessageList ticket={ticket} readOnly={false} handlers={handlers} target={target} />,
  )
  await screen.findByText('fala 10')
  expect(screen.getByText('fala 5')).toBeTruthy()
  expect(screen.queryByText('fala 59')).toBeNull()
  // jsdom has no heights: a log shorter than the window loads on until the newest message.
  await screen.findByText('fala 59')
  expect(asked.slice(0, 4)).toEqual(['', 'around', 'after', 'after'])
  expect(new Set(screen.getAllByText(/^fala/).map(({ textContent }) => textContent)).size).toBe(55)
})

const user = sessionUser()
const open = sampleTicket({ status: 'open', userId: user.id, user: { id: user.id, name: user.name } })

const texts = (count: number, changes: Partial<Parameters<typeof sampleMessage>[0]> = {}) =>
  Array.from({ length: count }, (_, i) =>
    sampleMessage({
      ticketId: open.id,
      body: `texto ${i}`,
      createdAt: new Date(Date.parse('2026-03-10T12:00:00.000Z') + i * 1000).toISOString(),
      ...changes,
    }),
  )

async function show(
  given: Partial<typeof open> = {},
  changes: Partial<typeof handlers & { onForward: () => void }> = {},
) {
  backend.on(ticketsLog.list, () => ({ body: [] }))
  backend.on(ticketNotes.list, () => ({ body: [] }))
  backend.on(tickets.read, () => ({ status: 204 }))
  await loadTexts('tickets')
  await renderScreen(
    '/conversation',
    <MessageList ticket={{ ...open, ...given }} readOnly={false} handlers={{ ...handlers, ...changes }} />,
    user,
  )
}

const calls = (route: { method: string; path: string }) =>
  backend.calls.filter(({ method, path }) => method === route.method && path.endsWith(route.path.split('}').at(-1)!))
const reads = () => calls(tickets.read).map(({ body }) => body)

describe('what was seen', () => {
  it('is told to the server by its last message, once, where the ticket is one’s own', async () => {
    const list = texts(3)
    backend.on(messages.list, () => ({ body: { messages: list, hasMore: false, nextCursor: null } }))
    await show({ unreadMessages: 2 })
    await screen.findByText('texto 2')
    expect(await screen.findByText('2 mensagens não lidas')).toBeTruthy()
    await waitFor(() => expect(reads()).toEqual([{ messageId: list[2]!.id }]))
  })

  it.each([
    ['of a ticket that waits', { status: 'pending' as const, userId: null, user: null }],
    ['of a colleague’s ticket', { userId: sampleTicket().id }],
    ['of one without anything unread', { unreadMessages: 0 }],
  ])('%s nothing is told', async (_, changes) => {
    backend.on(messages.list, () => ({ body: { messages: texts(3), hasMore: false, nextCursor: null } }))
    vi.useFakeTimers({ shouldAdvanceTime: true })
    try {
      await show({ unreadMessages: 2, ...changes })
      await screen.findByText('texto 2')
      await act(() => vi.advanceTimersByTimeAsync(5000))
      expect(reads()).toEqual([])
    } finally {
      vi.useRealTimers()
    }
  })

  it('begins at the first unread one, for which older pages are fetched, large ones', async () => {
    const list = texts(30)
    backend.on(messages.list, ({ query }) =>
      query.get('cursor') === 'older'
        ? { body: { messages: list.slice(0, 15), hasMore: false, nextCursor: null } }
        : { body: { messages: list.slice(15), hasMore: true, nextCursor: 'older' } },
    )
    await show({ unreadMessages: 25 })
    expect(await screen.findByText('25 mensagens não lidas')).toBeTruthy()
    const rows = [...document.querySelectorAll('#unread-mark, [data-message]')]
    const at = rows.findIndex(({ id }) => id === 'unread-mark')
    expect(rows[at + 1]?.getAttribute('data-message')).toBe(list[5]!.id)
    const asked = backend.calls.filter(({ path }) => path === `/messages/${open.id}`)
    expect(asked.map(({ query }) => [query.get('limit'), query.get('cursor')])).toEqual([
      ['100', null],
      ['100', 'older'],
    ])
  })
})

describe('older messages', () => {
  it('come by themselves where the newest do not fill the room, since nobody can scroll there', async () => {
    const list = texts(30)
    backend.on(messages.list, ({ query }) =>
      query.get('cursor') === 'older'
        ? { body: { messages: list.slice(0, 15), hasMore: false, nextCursor: null } }
        : { body: { messages: list.slice(15), hasMore: true, nextCursor: 'older' } },
    )
    await show()
    expect(await screen.findByText('texto 0')).toBeTruthy()
    expect(backend.calls.filter(({ path }) => path === `/messages/${open.id}`)).toHaveLength(2)
  })

  it('that do not come are missed aloud, and asked for again by a click alone', async () => {
    const list = texts(30)
    let broken = true
    backend.on(messages.list, ({ query }) => {
      if (query.get('cursor') !== 'older')
        return { body: { messages: list.slice(15), hasMore: true, nextCursor: 'older' } }
      if (broken) return { status: 422, body: { error: 'ERR_VALIDATION' } }
      return { body: { messages: list.slice(0, 15), hasMore: false, nextCursor: null } }
    })
    await show()
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('As mensagens anteriores não carregaram')
    expect(screen.getByText('texto 29')).toBeTruthy()
    act(() => void screen.getByRole('log').dispatchEvent(new Event('scroll')))
    const asked = () => backend.calls.filter(({ query }) => query.get('cursor') === 'older').length
    expect(asked()).toBe(1)
    broken = false
    await userEvent.click(screen.getByRole('button', { name: 'Tentar de novo' }))
    expect(await screen.findByText('texto 0')).toBeTruthy()
    expect(asked()).toBe(2)
    expect(screen.queryByRole('alert')).toBeNull()
  })
})

describe('the timeline', () => {
  const happened = async () => {
    const [first, second] = texts(2)
    backend.on(messages.list, () => ({
      body: {
        messages: [first, { ...second!, createdAt: '2026-03-10T13:00:00.000Z' }],
        hasMore: false,
        nextCursor: null,
      },
    }))
    await show()
    backend.on(ticketsLog.list, () => ({
      body: [
        {
          id: open.id,
          ticketId: open.id,
          type: 'open',
          user: { id: user.id, name: 'Ana' },
          queue: null,
          createdAt: '2026-03-10T12:30:00.000Z',
        },
      ],
    }))
    backend.on(ticketNotes.list, () => ({
      body: [
        {
          id: open.id,
          note: 'Prefere à tarde',
          ticketId: open.id,
          contactId: open.contactId,
          user: { id: user.id, name: 'Ana' },
          createdAt: '2026-03-10T12:40:00.000Z',
        },
      ],
    }))
    await act(() => queryClient.invalidateQueries())
  }

  it('says who did what, and shows notes, until one wants to see the messages alone', async () => {
    await happened()
    expect(await screen.findByText(/Ana.*assumiu o atendimento/)).toBeTruthy()
    expect(await screen.findByText('Prefere à tarde')).toBeTruthy()
    act(() => timelineChoice.set(false))
    expect(screen.queryByText('Prefere à tarde')).toBeNull()
    expect(screen.queryByText(/assumiu/)).toBeNull()
    act(() => timelineChoice.set(true))
  })
})

describe('messages by keyboard', () => {
  const own = { fromMe: true, origin: 'attendant' as const, contact: null, user: { id: user.id, name: 'Ana' }, ack: 3 }
  const focusedText = () => document.activeElement?.textContent

  it('arrows go from one to the next; what is chosen is edited, deleted, forwarded where that is possible', async () => {
    const list = [...texts(2), ...texts(1, { ...own, body: 'minha', createdAt: new Date().toISOString() })]
    backend.on(messages.list, () => ({ body: { messages: list, hasMore: false, nextCursor: null } }))
    const done = { onEdit: vi.fn(), onDelete: vi.fn(), onForward: vi.fn() }
    const stop = listenForShortcuts()
    await show({}, done)
    await screen.findByText('minha')
    act(() => screen.getByRole('log').focus())
    await userEvent.keyboard('{ArrowUp}')
    expect(focusedText()).toContain('minha')
    await userEvent.keyboard('{Shift>}e{/Shift}')
    expect(done.onEdit).toHaveBeenCalledWith(list[2])
    await userEvent.keyboard('{ArrowUp}{ArrowUp}')
    expect(focusedText()).toContain('texto 0')
    await userEvent.keyboard('{Shift>}e{/Shift}')
    expect(done.onEdit).toHaveBeenCalledTimes(1)
    await userEvent.keyboard('{ArrowDown}')
    expect(focusedText()).toContain('texto 1')
    await userEvent.keyboard('{Enter}')
    await userEvent.click(await screen.findByRole('menuitem', { name: /Encaminhar/ }))
    expect(done.onForward).toHaveBeenCalledWith(list[1])
    act(() => screen.getByRole('log').focus())
    await userEvent.keyboard('{ArrowUp}{Shift>}f{/Shift}{Delete}')
    expect(done.onForward).toHaveBeenLastCalledWith(list[2])
    expect(done.onDelete).toHaveBeenCalledWith(list[2])
    stop()
  })

  it.each([0, 100])(
    'above the first one older ones are fetched, and chosen once they are shown: after %d ms',
    async ms => {
      notifyManager.setScheduler(shows => setTimeout(shows, ms))
      onTestFinished(() => notifyManager.setScheduler(shows => setTimeout(shows, 0)))
      const list = texts(4)
      backend.on(messages.list, ({ query }) =>
        query.get('cursor') === 'older'
          ? { body: { messages: list.slice(0, 2), hasMore: false, nextCursor: null } }
          : { body: { messages: list.slice(2), hasMore: true, nextCursor: 'older' } },
      )
      await show()
      await screen.findByText('texto 3')
      act(() => screen.getByRole('log').focus())
      await userEvent.keyboard('{ArrowUp}{ArrowUp}{ArrowUp}')
      await waitFor(() => expect(focusedText()).toContain('texto 1'))
    },
  )
})
