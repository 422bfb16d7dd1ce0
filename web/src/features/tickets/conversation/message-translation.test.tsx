// @vitest-environment jsdom
import { copilot } from '@balcao/shared/api/automation/copilot.ts'
import { getPlan } from '@balcao/shared/api/company/get-plan.ts'
import { sampleMessage } from '@balcao/shared/test/sample-message.ts'
import { focusManager } from '@tanstack/react-query'
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { loadTexts } from '#/lib/i18n.ts'
import { queryClient } from '#/lib/queries.ts'
import { session } from '#/lib/session.ts'
import { renderScreen } from '#/testing/render-screen.tsx'
import { sessionUser } from '#/testing/session-user.ts'
import { startBackend } from '#/testing/start-backend.ts'
import { MessageBubble } from './message-bubble.tsx'
import { translated } from './message-selection.ts'

const nothing = () => undefined
const handlers = {
  ...{ onReply: nothing, onEdit: nothing, onDelete: nothing, onRetry: nothing, onReact: nothing },
  ...{ onForward: nothing, onOpenImage: nothing, onJump: nothing, onContact: nothing },
}
const asked = sampleMessage({ body: 'Do you deliver on Sundays?', fromMe: false, mediaType: 'chat' })

let backend: Awaited<ReturnType<typeof startBackend>>
beforeEach(async () => {
  backend = await startBackend()
  await Promise.all([loadTexts('tickets'), loadTexts('ticketDetails')])
})
afterEach(async () => {
  cleanup()
  act(() => translated.set(new Set()))
  focusManager.setFocused(undefined)
  await backend.stop()
})

async function openMenu(useOpenAi: boolean, message = asked) {
  backend.on(getPlan, () => ({ body: { useOpenAi } as never }))
  const shown = { message, handlers, group: false, joined: false, readOnly: false, highlighted: false, down: null }
  await renderScreen('/tickets', <MessageBubble {...shown} peer="Maria" userId="u" />, sessionUser())
  await userEvent.click(await screen.findByRole('button', { name: 'Opções da mensagem' }))
  await screen.findByRole('menuitem', { name: /^Copiar/ })
}
const calls = () => backend.calls.filter(({ path }) => path.startsWith('/copilot/'))

it('a contact’s message is translated below its words, and hidden again', async () => {
  let tries = 0
  backend.on(copilot.act, () =>
    ++tries === 1
      ? { status: 422, body: { error: 'ERR_AI_BUSY' } }
      : { body: { text: 'Vocês entregam aos domingos?' } },
  )
  await openMenu(true)
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Traduzir mensagem' }))
  expect(await screen.findByText('O copiloto não respondeu')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Tentar de novo' }))
  expect(await screen.findByText('Vocês entregam aos domingos?')).toBeTruthy()
  expect(screen.getByText(asked.body)).toBeTruthy()
  expect(calls().map(({ path, body }) => [path, body])).toEqual(
    Array(2).fill([`/copilot/${asked.ticketId}`, { action: 'translate', text: asked.body, language: 'pt' }]),
  )
  await userEvent.click(screen.getByRole('button', { name: 'Ocultar tradução' }))
  await waitFor(() => expect(screen.queryByText('Vocês entregam aos domingos?')).toBeNull())
})

it('is asked for again by a person alone after an error: neither by a second look nor by a focus', async () => {
  backend.on(copilot.act, () => ({ status: 422, body: { error: 'ERR_AI_BUSY' } }))
  await openMenu(true)
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Traduzir mensagem' }))
  expect(await screen.findByText('O copiloto não respondeu')).toBeTruthy()

  act(() => translated.set(new Set()))
  await waitFor(() => expect(screen.queryByText('O copiloto não respondeu')).toBeNull())
  act(() => translated.set(new Set([asked.id])))
  expect(await screen.findByText('O copiloto não respondeu')).toBeTruthy()
  expect(queryClient.isFetching({ queryKey: ['translation'] })).toBe(0)

  act(() => focusManager.setFocused(false))
  const focus = vi.spyOn(queryClient.getQueryCache(), 'onFocus')
  act(() => focusManager.setFocused(true))
  await waitFor(() => expect(focus).toHaveBeenCalled())
  expect(queryClient.isFetching({ queryKey: ['translation'] })).toBe(0)
  expect(calls()).toHaveLength(1)
})

it('is hidden by a sign-out', async () => {
  backend.on(copilot.act, () => ({ body: { text: 'Vocês entregam aos domingos?' } }))
  await openMenu(true)
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Traduzir mensagem' }))
  expect(await screen.findByText('Vocês entregam aos domingos?')).toBeTruthy()
  act(() => session.set({ state: 'out' }))
  expect(translated.get().size).toBe(0)
  await waitFor(() => expect(screen.queryByText('Vocês entregam aos domingos?')).toBeNull())
})

it('is not offered in a plan without AI, nor for own messages', async () => {
  await openMenu(false)
  expect(screen.queryByRole('menuitem', { name: 'Traduzir mensagem' })).toBeNull()
  cleanup()
  await openMenu(true, sampleMessage({ body: 'Sim', fromMe: true, mediaType: 'chat' }))
  expect(screen.queryByRole('menuitem', { name: 'Traduzir mensagem' })).toBeNull()
})
