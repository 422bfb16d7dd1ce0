// @vitest-environment jsdom
import { macros } from '@balcao/shared/api/tickets/macros.ts'
import { tickets } from '@balcao/shared/api/tickets/tickets.ts'
import type { Ticket } from '@balcao/shared/entities/ticket.ts'
import { newId } from '@balcao/shared/ids.ts'
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type CommandSource, useCommandSources } from '#/lib/commands.ts'
import { loadTexts } from '#/lib/i18n.ts'
import { apiPages, queryClient } from '#/lib/queries.ts'
import { renderScreen } from '#/testing/render-screen.tsx'
import { sampleTicket } from '#/testing/sample-ticket.ts'
import { startBackend } from '#/testing/start-backend.ts'
import { shownTickets } from '../list/list-state.ts'
import { OpenTicketCommands } from './open-ticket-commands.tsx'

let backend: Awaited<ReturnType<typeof startBackend>>
/** Sources of the command bar, as they are now. */
let sources: CommandSource[]
beforeEach(async () => {
  sources = []
  backend = await startBackend()
  await loadTexts('shortcuts', 'tickets', 'ticketDetails', 'macros')
})
afterEach(async () => {
  cleanup()
  shownTickets.set([])
  await backend.stop()
})

function Bar() {
  sources = useCommandSources()
  return null
}

/** Opens a conversation whose ticket so far only the list has. */
async function open(ticket: Ticket) {
  const { router } = await renderScreen(
    '/tickets/$uuid',
    <>
      <OpenTicketCommands />
      <Bar />
    </>,
  )
  queryClient.setQueryData(apiPages(tickets.list, { query: { status: 'open' } }).queryKey, {
    pages: [{ tickets: [ticket], hasMore: false, nextCursor: null }],
    pageParams: [null],
  } as never)
  await act(() => router.navigate({ to: '/tickets/$uuid', params: { uuid: ticket.uuid } } as never))
  const path = () => router.state.location.pathname
  return { path, command: await waitFor(() => find('open:macro')) }
}
const find = (id: string) => {
  const command = sources.flatMap(({ commands = [] }) => commands).find(each => each.id === id)
  expect(command).toBeDefined()
  return command!
}

it('offers what can be done with a ticket of the list before the server has answered', async () => {
  const answer = Promise.withResolvers<{ body: unknown }>()
  backend.on(tickets.getByUuid, () => answer.promise)
  const ticket = sampleTicket()
  const { command } = await open(ticket)
  expect(command.label).toBe('Executar macro…')
  answer.resolve({ body: ticket })
})

it.each([
  ['resolves', { type: 'resolve', farewell: true }],
  ['snoozes', { type: 'snooze', until: 'tomorrow' }],
  ['gives to a queue', { type: 'queue', queueId: newId() }],
  ['gives to a colleague', { type: 'assign', userId: newId() }],
])('goes on to the next ticket after a macro that %s, and back when that is taken back', async (_, action) => {
  const [ticket, next] = [sampleTicket({ contactMessage: 'place' }), sampleTicket()]
  const { type } = action
  const macro = { id: newId(), name: 'Atendido', actions: [action], shared: true }
  backend.on(tickets.getByUuid, () => ({ body: ticket }))
  backend.on(macros.listAll, () => ({ body: [macro] }))
  backend.on(macros.preview, () => ({ body: { actions: macro.actions } }))
  const undo = { key: 'key', until: new Date().toISOString() }
  backend.on(macros.run, () => ({ body: { results: [{ type, ok: true }], undo } }))
  backend.on(macros.undo, () => ({ body: { results: [{ type, ok: true }] } }))
  const { path, command } = await open(ticket)
  shownTickets.set([ticket, next])
  const [option] = await act(() => command.options!())
  act(() => option!.run())
  await userEvent.click(await screen.findByRole('button', { name: 'Executar' }))
  await waitFor(() => expect(path()).toBe(`/tickets/${next.uuid}`))
  const run = backend.calls.find(call => call.path.endsWith('/run'))
  expect(run!.body).toEqual({ ticketId: ticket.id, seenContactMessage: 'place' })
  await userEvent.click(await screen.findByRole('button', { name: 'Desfazer' }))
  await waitFor(() => expect(path()).toBe(`/tickets/${ticket.uuid}`))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Desfazer' })).toBeNull())
})
