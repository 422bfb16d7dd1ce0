// @vitest-environment jsdom
import { copilot } from '@balcao/shared/api/automation/copilot.ts'
import { newId } from '@balcao/shared/ids.ts'
import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useRef, useState } from 'react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { loadTexts } from '#/lib/i18n.ts'
import { renderScreen } from '#/testing/render-screen.tsx'
import { sampleTicket } from '#/testing/sample-ticket.ts'
import { startBackend } from '#/testing/start-backend.ts'
import { CopilotButton } from './copilot-button.tsx'

let backend: Awaited<ReturnType<typeof startBackend>>
beforeEach(async () => {
  backend = await startBackend()
  await loadTexts('ticketDetails')
})
afterEach(async () => {
  cleanup()
  await backend.stop()
})

/** A field with the copilot, and a button that sends its text. */
function Draft() {
  const [text, setText] = useState('Oi')
  const field = useRef<HTMLTextAreaElement>(null)
  return (
    <>
      <textarea ref={field} aria-label="Rascunho" value={text} onChange={event => setText(event.target.value)} />
      <button type="button" onClick={() => setText('')}>
        Enviar
      </button>
      <CopilotButton ticket={ticket} text={text} onText={setText} field={field} />
    </>
  )
}

const ticket = sampleTicket()
const draft = () => screen.getByLabelText<HTMLTextAreaElement>('Rascunho').value
const open = async () => userEvent.click(await screen.findByRole('button', { name: /^Copiloto/ }))

it('writes into the draft, shows its sources, and puts the draft back', async () => {
  const sources = [{ kind: 'knowledge' as const, id: newId(), name: 'Trocas', heading: '', text: 'Em 7 dias.' }]
  backend.on(copilot.act, () => ({ body: { text: 'Trocamos em 7 dias.', sources } }))
  await renderScreen('/tickets', <Draft />)
  await open()
  await userEvent.click(await screen.findByRole('button', { name: /^Sugerir resposta/ }))
  await screen.findByText('Trocas')
  expect(draft()).toBe('Trocamos em 7 dias.')
  await userEvent.click(screen.getByRole('button', { name: 'Desfazer' }))
  expect(draft()).toBe('Oi')
})

it('begins anew once its text was sent, and after a failure', async () => {
  backend.on(copilot.act, () => ({ body: { text: 'Trocamos em 7 dias.' } }))
  await renderScreen('/tickets', <Draft />)
  await open()
  await userEvent.click(await screen.findByRole('button', { name: /^Sugerir resposta/ }))
  await screen.findByText('O texto está no rascunho. Confira antes de enviar.')
  await userEvent.keyboard('{Escape}')
  await open()
  await screen.findByText('O texto está no rascunho. Confira antes de enviar.')
  await userEvent.keyboard('{Escape}')
  await userEvent.click(screen.getByRole('button', { name: 'Enviar' }))
  await open()
  backend.on(copilot.act, () => ({ status: 424, body: { error: 'ERR_AI_UNREACHABLE' } }))
  await userEvent.click(await screen.findByRole('button', { name: /^Sugerir resposta/ }))
  await screen.findByText('O copiloto não respondeu')
  await userEvent.keyboard('{Escape}')
  await open()
  await screen.findByRole('button', { name: /^Sugerir resposta/ })
})
