// @vitest-environment jsdom
import { contacts } from '@balcao/shared/api/contacts/contacts.ts'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { useDocumentTitle } from '#/lib/screen-title.ts'
import { renderScreen } from '#/testing/render-screen.tsx'
import { sampleContact } from '#/testing/sample-contact.ts'
import { startBackend } from '#/testing/start-backend.ts'
import { ContactPageRoute } from './contact-page.tsx'

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
