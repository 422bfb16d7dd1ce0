// @vitest-environment jsdom
import { contacts } from '@balcao/shared/api/contacts/contacts.ts'
import { tags } from '@balcao/shared/api/tickets/tags.ts'
import { newId } from '@balcao/shared/ids.ts'
import { useQuery } from '@tanstack/react-query'
import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { apiQuery } from '#/lib/queries.ts'
import { renderScreen } from '#/testing/render-screen.tsx'
import { sampleContact } from '#/testing/sample-contact.ts'
import { startBackend } from '#/testing/start-backend.ts'
import { ContactTags } from './contact-tags.tsx'

const all = ['Atacado', 'Fiel'].map(name => ({ id: newId(), name, color: '#123456', kanban: 0 }))
const contact = sampleContact()
const tagged = (ids: readonly string[]) => ({
  ...contact,
  contactTags: all.filter(({ id }) => ids.includes(id)).map(({ id, name, color }) => ({ id, name, color })),
})

let backend: Awaited<ReturnType<typeof startBackend>>
/** Answers to the changes, in the order in which those were made. */
let answers: ((refused?: boolean) => void)[]

beforeEach(async () => {
  answers = []
  backend = await startBackend()
  backend.on(tags.listAll, () => ({ body: all }))
  backend.on(contacts.get, () => ({ body: contact }))
  backend.on(contacts.update, ({ body }) => {
    const { contactTags } = body as { contactTags: string[] }
    return new Promise(resolve => {
      answers.push(refused =>
        resolve(refused ? { status: 403, body: { error: 'ERR_NO_PERMISSION' } } : { body: tagged(contactTags) }),
      )
    })
  })
})
afterEach(async () => {
  cleanup()
  await backend.stop()
})

function Shown() {
  const { data } = useQuery(apiQuery(contacts.get, { params: { id: contact.id } }))
  return data && <ContactTags contact={data} />
}
const field = () => screen.findByRole('combobox', { name: 'Tags do contato' })
async function choose(number: number, name: string) {
  await userEvent.click(await screen.findByRole('option', { name }))
  await waitFor(() => expect(answers).toHaveLength(number))
}

it('keeps the last of two changes, whichever is answered first, and takes back a refused one', async () => {
  await renderScreen('/contacts', <Shown />)
  await userEvent.click(await field())
  await choose(1, 'Atacado')
  await choose(2, 'Fiel')
  answers[1]!()
  await waitFor(() => expect(screen.getAllByText('Fiel').length).toBeGreaterThan(0))
  answers[0]!()
  await new Promise(resolve => setTimeout(resolve, 50))
  expect((await field()).textContent).toContain('2')
  // The server's own word comes after a refusal.
  backend.on(contacts.get, () => ({ body: tagged(all.map(({ id }) => id)) }))
  await choose(3, 'Fiel')
  await waitFor(async () => expect((await field()).textContent).toContain('Atacado'))
  answers[2]!(true)
  await waitFor(async () => expect((await field()).textContent).toContain('2'))
})
