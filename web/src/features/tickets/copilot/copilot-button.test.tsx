// @vitest-environment jsdom
import { copilot } from '@balcao/shared/api/automation/copilot.ts'
import { newId } from '@balcao/shared/ids.ts'
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useRef, useState } from 'react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { copilotText } from '#/lib/copilot-text.ts'
import { loadTexts } from '#/lib/i18n.ts'
import { renderScreen } from '#/testing/render-screen.tsx'
import { sampleTicket } from '#/testing/sample-ticket.ts'
import { startBackend } from '#/testing/start-backend.ts'
import { draftOf, saveDraft } from '../conversation/drafts.ts'
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

describe('left while it writes', () => {
  /** Begins a suggestion of which a part is written; returns what ends it. */
  async function begin(shown = <Draft />) {
    const answer = Promise.withResolvers<void>()
    let requestId = ''
    backend.on(copilot.act, async ({ body }) => {
      requestId = (body as { requestId: string }).requestId
      await answer.promise
      return { body: { text: 'Trocamos em 7 dias.' } }
    })
    const screenOf = await renderScreen('/tickets', shown)
    await open()
    await userEvent.click(await screen.findByRole('button', { name: /^Sugerir resposta/ }))
    await waitFor(() => expect(requestId).not.toBe(''))
    const write = (text: string) => act(() => copilotText.set({ requestId, text }))
    write('Trocamos')
    expect(draft()).toBe('Trocamos')
    return { write, answer, ...screenOf }
  }

  it('stops, and leaves what the person had, when its panel is closed', async () => {
    const { write, answer } = await begin()
    await userEvent.keyboard('{Escape}')
    expect(draft()).toBe('Oi')
    write('Trocamos em')
    answer.resolve()
    await userEvent.type(screen.getByLabelText('Rascunho'), ', tudo bem?')
    expect(draft()).toBe('Oi, tudo bem?')
    await open()
    await screen.findByRole('button', { name: /^Sugerir resposta/ })
  })

  it('stops, and leaves what the person had, when another ticket is opened', async () => {
    saveDraft(ticket.id, 'Troca')
    const { answer } = await begin()
    saveDraft(ticket.id, draft())
    cleanup()
    answer.resolve()
    expect(draftOf(ticket.id)).toBe('Oi')
  })
})

it('leaves what the person had when it fails while it writes', async () => {
  backend.on(copilot.act, ({ body }) => {
    act(() => copilotText.set({ requestId: (body as { requestId: string }).requestId, text: 'Tro' }))
    return { status: 424, body: { error: 'ERR_AI_UNREACHABLE' } }
  })
  await renderScreen('/tickets', <Draft />)
  await open()
  await userEvent.click(await screen.findByRole('button', { name: /^Encurtar/ }))
  await screen.findByText('O copiloto não respondeu')
  expect(draft()).toBe('Oi')
  await userEvent.click(screen.getByRole('button', { name: 'Tentar de novo' }))
  await waitFor(() => expect(backend.calls.filter(({ path }) => path.includes('/copilot/'))).toHaveLength(2))
  expect(backend.calls.at(-1)!.body).toMatchObject({ action: 'shorten', text: 'Oi' })
  await screen.findByText('O copiloto não respondeu')
  backend.on(copilot.act, () => ({ body: { text: 'Olá' } }))
  await userEvent.click(screen.getByRole('button', { name: 'Tentar de novo' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Usar' }))
  expect(draft()).toBe('Olá')
})

it('translates into a language that is chosen by key, and remembers it', async () => {
  const asked: unknown[] = []
  backend.on(copilot.act, ({ body }) => {
    asked.push(body)
    return { body: { text: 'Hi' } }
  })
  await renderScreen('/tickets', <Draft />)
  await open()
  const translate = await screen.findByRole('button', { name: /^Traduzir para o idioma do contato/ })
  await userEvent.click(translate)
  await screen.findByRole('button', { name: 'Usar' })
  expect(asked.at(-1)).not.toHaveProperty('language')
  await userEvent.click(screen.getByRole('button', { name: 'Desfazer' }))
  await open()
  ;(await screen.findByRole('button', { name: /^Traduzir/ })).focus()
  await userEvent.keyboard('5')
  const language = screen.getByLabelText('Idioma')
  expect(document.activeElement).toBe(language)
  await userEvent.selectOptions(language, 'inglês')
  await userEvent.click(screen.getByRole('button', { name: /^Traduzir para inglês/ }))
  await screen.findByRole('button', { name: 'Usar' })
  expect(asked.at(-1)).toMatchObject({ action: 'translate', language: 'en' })
  expect(localStorage.getItem('balcao.copilot-language')).toBe('en')
})
