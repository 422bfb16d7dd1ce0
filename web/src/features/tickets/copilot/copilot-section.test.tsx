// @vitest-environment jsdom
import { copilot } from '@balcao/shared/api/automation/copilot.ts'
import { contacts } from '@balcao/shared/api/contacts/contacts.ts'
import { ticketNotes } from '@balcao/shared/api/tickets/ticket-notes.ts'
import type { Contact } from '@balcao/shared/entities/contact.ts'
import { newId } from '@balcao/shared/ids.ts'

import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { loadTexts } from '#/lib/i18n.ts'
import { renderScreen } from '#/testing/render-screen.tsx'
import { sampleTicket } from '#/testing/sample-ticket.ts'
import { startBackend } from '#/testing/start-backend.ts'
import { CopilotSection } from './copilot-section.tsx'

let backend: Awaited<ReturnType<typeof startBackend>>
beforeEach(async () => {
  backend = await startBackend()
  await loadTexts('ticketDetails')
})
afterEach(async () => {
  cleanup()
  await backend.stop()
})

it('keeps what was begun while a summary is saved as a note', async () => {
  const { promise: saved, resolve: save } = Promise.withResolvers<void>()
  const ticket = sampleTicket()
  const contact = { id: newId(), name: 'Bia', email: '', customerId: null } as Contact
  const email = { value: 'bia@exemplo.com.br', words: 'bia@exemplo.com.br', messageId: newId() }
  backend.on(copilot.act, ({ body }) => ({
    body:
      (body as { action: string }).action === 'customer'
        ? { fields: { email } }
        : { text: 'Bia quer um bolo.', sources: [] },
  }))
  backend.on(contacts.get, () => ({ body: contact as never }))
  backend.on(ticketNotes.create, async () => {
    await saved
    return { status: 201, body: {} as never }
  })
  await renderScreen('/tickets', <CopilotSection ticket={ticket} contact={contact} />)
  await userEvent.click(await screen.findByRole('button', { name: 'Resumir a conversa' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Salvar como observação' }))
  await userEvent.click(screen.getByRole('button', { name: 'Preencher cadastro' }))
  expect(await screen.findByRole('button', { name: 'Abrir o cadastro preenchido' })).toBeTruthy()
  save()
  await waitFor(() => expect(screen.getByText('Observação adicionada com sucesso!')).toBeTruthy())
  expect(screen.getByRole('button', { name: 'Abrir o cadastro preenchido' })).toBeTruthy()
})
