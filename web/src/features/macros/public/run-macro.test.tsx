// @vitest-environment jsdom
import { macros } from '@balcao/shared/api/tickets/macros.ts'
import type { Macro } from '@balcao/shared/entities/macro.ts'
import { newId } from '@balcao/shared/ids.ts'
import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { loadTexts } from '#/lib/i18n.ts'
import { renderScreen } from '#/testing/render-screen.tsx'
import { sampleTicket } from '#/testing/sample-ticket.ts'
import { sessionUser } from '#/testing/session-user.ts'
import { startBackend } from '#/testing/start-backend.ts'
import { runMacro } from './run-macro.tsx'

let backend: Awaited<ReturnType<typeof startBackend>>
beforeEach(async () => {
  backend = await startBackend()
})
afterEach(async () => {
  cleanup()
  await backend.stop()
})

it('shows the whole words that will leave: a long reply, a template, an e-mail', async () => {
  const long = `${'Bom dia, Maria. '.repeat(6)}Até já`
  const actions = [
    { type: 'reply' as const, text: long },
    { type: 'reply' as const, templateId: newId(), name: 'retorno', text: 'Olá, Maria! Podemos continuar?' },
    { type: 'email' as const, to: 'caixa@example.com', subject: 'Boleto de Maria', text: 'Confira' },
    { type: 'note' as const, text: 'Visto' },
  ]
  const at = '2026-11-20T12:00:00.000Z'
  const macro: Macro = {
    ...{ id: newId(), name: 'Boleto', shared: true, userId: newId(), actions },
    ...{ createdAt: at, updatedAt: at },
  }
  backend.on(macros.preview, () => ({ body: { actions } }))
  await renderScreen('/tickets', <p>here</p>, sessionUser())
  await loadTexts('macros', 'ticketDetails')
  const nothing = () => undefined
  const run = runMacro(sampleTicket(), macro, { onDone: nothing, onTakenBack: nothing })
  const dialog = within(await screen.findByRole('alertdialog'))
  for (const words of [long, 'Olá, Maria! Podemos continuar?', 'Boleto de Maria', 'Confira'])
    expect(dialog.getByText(words)).toBeTruthy()
  expect(dialog.getAllByText(/Visto/)).toHaveLength(1)
  await userEvent.click(dialog.getByRole('button', { name: 'Cancelar' }))
  await run
})
