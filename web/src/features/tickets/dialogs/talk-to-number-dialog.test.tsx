// @vitest-environment jsdom
import { contacts } from '@balcao/shared/api/contacts/contacts.ts'
import { queue } from '@balcao/shared/api/team/queue.ts'
import { tickets } from '@balcao/shared/api/tickets/tickets.ts'
import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { loadTexts } from '#/lib/i18n.ts'
import { renderScreen } from '#/testing/render-screen.tsx'
import { sampleContact } from '#/testing/sample-contact.ts'
import { sampleTicket } from '#/testing/sample-ticket.ts'
import { sessionUser } from '#/testing/session-user.ts'
import { startBackend } from '#/testing/start-backend.ts'
import { TalkToNumberDialog } from './talk-to-number-dialog.tsx'

const NUMBER = '5511988887777'
const contact = sampleContact({ number: NUMBER })
const ticket = sampleTicket()

let backend: Awaited<ReturnType<typeof startBackend>>
let shown: Awaited<ReturnType<typeof renderScreen>> | undefined
beforeEach(async () => {
  backend = await startBackend()
  backend.on(queue.list, () => ({ body: [] }))
  backend.on(tickets.create, () => ({ status: 201, body: ticket }))
  backend.on(contacts.create, () => ({ status: 201, body: contact }))
  await loadTexts('tickets')
})
afterEach(async () => {
  cleanup()
  await backend.stop()
})

async function show() {
  const dialog = <TalkToNumberDialog number={NUMBER} onClose={() => undefined} />
  shown = await renderScreen('/tickets', dialog, sessionUser({ profile: 'admin' }))
}
const writes = () => backend.calls.filter(({ method }) => method === 'POST').map(({ path, body }) => [path, body])
const start = async () => userEvent.click(await screen.findByRole('button', { name: 'Adicionar e conversar' }))

it('makes the contact and begins the ticket in one go', async () => {
  await show()
  await userEvent.type(await screen.findByRole('textbox', { name: /Nome/ }), 'Carla Nunes')
  await start()
  await waitFor(() => expect(shown?.router.state.location.pathname).toBe(`/tickets/${ticket.uuid}`))
  expect(writes()).toEqual([
    ['/contacts', { name: 'Carla Nunes', number: NUMBER }],
    ['/tickets', { contactId: contact.id, queueId: null }],
  ])
})

it('asks for a name first', async () => {
  await show()
  await start()
  await screen.findByText('De 2 a 50 letras')
  expect(writes()).toEqual([])
})

it('takes the contact that somebody made meanwhile, and makes none twice when the ticket is refused', async () => {
  backend.on(contacts.create, () => ({ status: 409, body: { error: 'ERR_DUPLICATED_CONTACT' } }))
  backend.on(contacts.listAll, () => ({ body: [contact] }))
  let refused = true
  backend.on(tickets.create, () =>
    refused ? { status: 500, body: { error: 'ERR_INTERNAL' } } : { status: 201, body: ticket },
  )
  await show()
  await userEvent.type(await screen.findByRole('textbox', { name: /Nome/ }), 'Carla Nunes')
  await start()
  await waitFor(() => expect(writes()).toHaveLength(2))
  refused = false
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Adicionar e conversar' })).toHaveProperty('disabled', false),
  )
  await start()
  await waitFor(() => expect(shown?.router.state.location.pathname).toBe(`/tickets/${ticket.uuid}`))
  expect(writes().map(([path]) => path)).toEqual(['/contacts', '/tickets', '/tickets'])
})
