// @vitest-environment jsdom
import { quickMessages } from '@balcao/shared/api/content/quick-messages.ts'
import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { loadTexts } from '#/lib/i18n.ts'
import { renderScreen } from '#/testing/render-screen.tsx'
import { sampleQuickMessage } from '#/testing/sample-quick-message.ts'
import { startBackend } from '#/testing/start-backend.ts'
import { ActionValue } from './action-value.tsx'
import { newAction } from './edited-action.ts'

let backend: Awaited<ReturnType<typeof startBackend>>
beforeEach(async () => {
  backend = await startBackend()
  await Promise.all([loadTexts('macros'), loadTexts('ticketDetails')])
})
afterEach(async () => {
  cleanup()
  await backend.stop()
})

it.each([
  ['a macro', true, ['/meu', '/pix']],
  ['a rule, which nobody runs,', false, ['/pix']],
] as const)('of %s offers the quick replies that it may send', async (_, isRun, offered) => {
  backend.on(quickMessages.listAll, () => ({
    body: [
      sampleQuickMessage({ shortcode: 'meu', geral: false }),
      sampleQuickMessage({ shortcode: 'pix', geral: true }),
    ],
  }))
  const action = newAction('quick')
  await renderScreen(
    '/macros',
    <ActionValue action={action} label="Resposta" invalid={false} isRun={isRun} onChange={() => undefined} />,
  )
  await userEvent.click(await screen.findByRole('combobox', { name: 'Resposta' }))
  await screen.findByRole('option', { name: '/pix' })
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(offered)
})
