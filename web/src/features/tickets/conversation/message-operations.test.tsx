// @vitest-environment jsdom
import { messages } from '@balcao/shared/api/tickets/messages.ts'
import { sampleMessage } from '@balcao/shared/test/sample-message.ts'
import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { loadTexts } from '#/lib/i18n.ts'
import { queryClient } from '#/lib/queries.ts'
import { renderScreen } from '#/testing/render-screen.tsx'
import { startBackend } from '#/testing/start-backend.ts'
import { retry } from './message-operations.ts'

let backend: Awaited<ReturnType<typeof startBackend>>
beforeEach(async () => {
  backend = await startBackend()
})
afterEach(async () => {
  cleanup()
  await backend.stop()
})

it('a message nobody knows the fate of is sent again only by somebody who knows that it may arrive twice', async () => {
  const message = sampleMessage({ fromMe: true, error: 'ERR_SEND_UNKNOWN' })
  backend.on(messages.retry, () => ({ body: { ...message, error: null } }))
  await renderScreen('/inbox', <p>here</p>)
  await loadTexts('tickets', 'ticketDetails')
  const left = retry(queryClient, message)
  expect(await screen.findByText(/recebe a mensagem duas vezes/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Cancelar' }))
  await left
  expect(backend.calls.filter(({ method }) => method === 'POST')).toEqual([])
  const sent = retry(queryClient, message)
  await userEvent.click(await screen.findByRole('button', { name: 'Enviar de novo' }))
  await sent
  expect(backend.calls.filter(({ method }) => method === 'POST')).toHaveLength(1)
})

it('any other failed message is sent again at once', async () => {
  const message = sampleMessage({ fromMe: true, error: 'ERR_SENDING_WAPP_MSG' })
  backend.on(messages.retry, () => ({ body: { ...message, error: null } }))
  await retry(queryClient, message)
  expect(backend.calls.filter(({ method }) => method === 'POST')).toHaveLength(1)
})
