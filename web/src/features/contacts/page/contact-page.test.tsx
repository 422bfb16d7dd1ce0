// @vitest-environment jsdom
import { contacts } from '@balcao/shared/api/contacts/contacts.ts'
import { ticketNotes } from '@balcao/shared/api/tickets/ticket-notes.ts'
import { newId } from '@balcao/shared/ids.ts'
import { reasonOf } from '@balcao/shared/rules/bot-notes.ts'
import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { useDocumentTitle } from '#/lib/screen-title.ts'
import { renderScreen } from '#/testing/render-screen.tsx'
import { sampleContact } from '#/testing/sample-contact.ts'
import { startBackend } from '#/testing/start-backend.ts'
import { ContactNotes } from './contact-notes.tsx'
import { ContactPageRoute } from './contact-page.tsx'
import { MergeDialog } from './merge-dialog.tsx'

let backend: Awaited<ReturnType<typeof startBackend>>
beforeEach(async () => {
  backend = await startBackend()
})
afterEach(async () => {
  cleanup()
  await backend.stop()
})

function Title() {
  useDocumentTitle('Contatos')
  return null
}

it('names its contact in the document’s title', async () => {
  backend.on(contacts.get, () => ({ body: sampleContact() }))
  await renderScreen(
    '/contacts_/$contactId',
    <>
      <Title />
      <ContactPageRoute />
    </>,
  )
  expect(await screen.findByRole('heading', { level: 1, name: 'Maria Andrade' })).toBeTruthy()
  expect(document.title).toBe('Maria Andrade · Balcão')
})

it('asks for the contact to merge with when none was chosen', async () => {
  await renderScreen('/contacts', <MergeDialog contact={sampleContact()} otherId="" onClose={() => undefined} />)
  const dialog = within(await screen.findByRole('dialog', { name: 'Unir contatos' }))
  expect(dialog.queryByRole('alert')).toBeNull()
  await userEvent.click(dialog.getByRole('button', { name: 'Unir' }))
  expect((await dialog.findByRole('alert')).textContent).toBe('Escolha um contato')
  expect(dialog.getByRole('combobox').getAttribute('aria-invalid')).toBe('true')
  expect(backend.calls.some(({ method }) => method === 'POST')).toBe(false)
})

it('shows a bot’s note in the words of the reader', async () => {
  const { id, name } = sampleContact()
  backend.on(ticketNotes.list, () => ({
    body: [
      {
        ...{ id: newId(), ticketId: newId(), contactId: id, createdAt: '2026-11-20T12:00:00.000Z' },
        ...{ note: 'The AI agent was deleted.', reason: reasonOf('promptGone'), user: { id: newId(), name } },
      },
    ],
  }))
  await renderScreen('/contacts', <ContactNotes contactId={id} />)
  expect(await screen.findByText('O agente de IA foi excluído.')).toBeTruthy()
  expect(screen.getByText('IA')).toBeTruthy()
})
