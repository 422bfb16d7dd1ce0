// @vitest-environment jsdom
import { jobs } from '@balcao/shared/api/company/jobs.ts'
import { contacts } from '@balcao/shared/api/contacts/contacts.ts'
import { newId } from '@balcao/shared/ids.ts'
import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { loadTexts } from '#/lib/i18n.ts'
import { axeFaults } from '#/testing/axe-faults.ts'
import { renderScreen } from '#/testing/render-screen.tsx'
import { sampleContact } from '#/testing/sample-contact.ts'
import { sampleJob } from '#/testing/sample-job.ts'
import { startBackend } from '#/testing/start-backend.ts'
import { EraseDialog } from './erase-dialog.tsx'

const maria = sampleContact({ name: 'Maria', number: '5511988887777' })
const unnumbered = sampleContact({ name: 'Página da Maria', number: '' })

let backend: Awaited<ReturnType<typeof startBackend>>
beforeEach(async () => {
  backend = await startBackend()
  await loadTexts('contacts')
})
afterEach(async () => {
  cleanup()
  await backend.stop()
})

const open = (contact = maria) => renderScreen('/contacts', <EraseDialog contact={contact} onClose={() => undefined} />)
const action = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Apagar tudo' })
const asked = () => backend.calls.filter(({ method }) => method === 'POST').map(({ body }) => body)

describe('erasing a person', () => {
  it('says what goes and what stays, and waits for the number, in any spelling of it', async () => {
    await open()
    const typed = await screen.findByLabelText(/^Digite \+?55/)
    expect(screen.getByText('É apagado para sempre')).toBeTruthy()
    expect(screen.getByText('Fica')).toBeTruthy()
    expect(action().disabled).toBe(true)
    await userEvent.type(typed, '5511988887770')
    expect(await screen.findByText('Não confere com o contato.')).toBeTruthy()
    expect(await axeFaults()).toEqual([])
    await userEvent.keyboard('{Enter}')
    expect(asked()).toEqual([])
    await userEvent.clear(typed)
    await userEvent.type(typed, '+55 11 8888-7777')
    expect(screen.queryByText('Não confere com o contato.')).toBeNull()
    expect(action().disabled).toBe(false)
  })

  it('waits for the name where no number is known', async () => {
    await open(unnumbered)
    await userEvent.type(await screen.findByLabelText(/^Digite o nome Página da Maria/), 'Página da Maria')
    expect(action().disabled).toBe(false)
  })

  it.each([
    ['running', 'status', 'Apagando…'],
    ['done', 'status', 'Tudo desta pessoa foi apagado.'],
    ['failed', 'alert', 'Não terminou. A equipe da plataforma foi avisada e pode retomar.'],
  ] as const)('says of a job that is %s how it stands', async (status, role, text) => {
    const jobId = newId()
    backend.on(contacts.erase, () => ({ status: 202, body: { jobId } }))
    backend.on(jobs.get, () => ({ body: sampleJob({ id: jobId, kind: 'contactErasure', status, done: 12 }) }))
    await open()
    await userEvent.type(await screen.findByLabelText(/^Digite/), maria.number)
    await userEvent.click(action())
    await waitFor(() => expect(screen.getByRole(role).textContent).toContain(text))
    await waitFor(() => expect(screen.queryByText('12') === null).toBe(status !== 'running'))
    expect(asked()).toEqual([{ confirmation: maria.number }])
    expect(await axeFaults()).toEqual([])
  })

  it('keeps what was typed when it is refused', async () => {
    backend.on(contacts.erase, () => ({ status: 422, body: { error: 'ERR_CONFIRMATION_MISMATCH' } }))
    await open()
    const typed = await screen.findByLabelText<HTMLInputElement>(/^Digite/)
    await userEvent.type(typed, maria.number)
    await userEvent.click(action())
    expect(await screen.findByRole('alert')).toBeTruthy()
    expect(typed.value).toBe(maria.number)
    expect(action().disabled).toBe(false)
  })
})
