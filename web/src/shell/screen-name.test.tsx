import { tickets } from '@balcao/shared/api/tickets/tickets.ts'
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { queryClient } from '#/lib/queries.ts'
import { useScreenTitle } from '#/lib/screen-title.ts'
import { patchTicket } from '#/realtime/ticket-lists.ts'
import { renderScreen } from '#/testing/render-screen.tsx'
import { sampleTicket } from '#/testing/sample-ticket.ts'
import { startBackend } from '#/testing/start-backend.ts'
import { ScreenName } from './screen-name.tsx'

let backend: Awaited<ReturnType<typeof startBackend>>
let pending: number
let unread: ReturnType<typeof sampleTicket>[]

beforeEach(async () => {
  backend = await startBackend()
  pending = 0
  unread = []
  backend.on(tickets.count, () => ({ body: { open: 0, pending, closed: 0, snoozed: 0 } }))
  backend.on(tickets.list, () => ({ body: { tickets: unread, hasMore: false, nextCursor: null } }))
})
afterEach(async () => {
  cleanup()
  await backend.stop()
})

function Talk() {
  useScreenTitle('Ana Prado')
  return null
}

function Screen() {
  const [talking, setTalking] = useState(false)
  return (
    <>
      <ScreenName />
      <button type="button" onClick={() => setTalking(!talking)}>
        conversa
      </button>
      {talking && <Talk />}
    </>
  )
}

it('says where one is by the name of the menu, and how many wait or are unread', async () => {
  pending = 24
  unread = [sampleTicket({ unreadMessages: 3 }), sampleTicket({ unreadMessages: 1 })]
  await renderScreen('/quick-messages', <Screen />)
  await waitFor(() => expect(document.title).toBe('(26) Respostas rápidas · Balcão'))
  act(() => patchTicket(queryClient, unread[0]!.id, ticket => ({ ...ticket, unreadMessages: 0 })))
  await waitFor(() => expect(document.title).toBe('(25) Respostas rápidas · Balcão'))
})

it('shows the name that a part of the screen gives, as long as it is shown', async () => {
  await renderScreen('/zones', <Screen />)
  await waitFor(() => expect(document.title).toBe('Zonas · Balcão'))
  await userEvent.click(screen.getByRole('button', { name: 'conversa' }))
  expect(document.title).toBe('Ana Prado · Balcão')
  await userEvent.click(screen.getByRole('button', { name: 'conversa' }))
  expect(document.title).toBe('Zonas · Balcão')
})

it('names the screens of the account, which are not in the menu', async () => {
  await renderScreen('/security', <Screen />)
  await waitFor(() => expect(document.title).toBe('Segurança · Balcão'))
})
