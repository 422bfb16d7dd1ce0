// @vitest-environment jsdom
import { queueIntegration } from '@balcao/shared/api/automation/queue-integrations.ts'
import type { QueueIntegration } from '@balcao/shared/entities/queue-integration.ts'
import { newId } from '@balcao/shared/ids.ts'
import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { renderScreen } from '#/testing/render-screen.tsx'
import { startBackend } from '#/testing/start-backend.ts'
import { IntegrationsScreen } from './integrations-screen.tsx'

const at = '2026-11-20T12:00:00.000Z'
const flow: QueueIntegration = {
  ...{ id: newId(), type: 'n8n', name: 'Fluxo', projectName: 'Fluxo', language: 'pt-BR', hasJsonContent: false },
  ...{ urlN8N: 'https://fluxo.example/loja', hasSecret: true, typebotDelayMessage: 1000, typebotExpires: 1 },
  ...{ typebotKeywordFinish: '', typebotKeywordRestart: '', typebotRestartMessage: '', typebotSlug: '' },
  ...{ typebotUnknownMessage: '', createdAt: at, updatedAt: at },
}
const listed = (rows: QueueIntegration[]) => () => ({
  body: { queueIntegrations: rows, hasMore: false, nextCursor: null },
})

let backend: Awaited<ReturnType<typeof startBackend>>
beforeEach(async () => {
  backend = await startBackend()
})
afterEach(async () => {
  cleanup()
  await backend.stop()
})

it('makes an integration of each type with what it asks for, and shows its secret once', async () => {
  backend.on(queueIntegration.list, listed([]))
  backend.on(queueIntegration.create, () => ({ status: 201, body: { ...flow, secret: 'insec_once' } }))
  await renderScreen('/queue-integration', <IntegrationsScreen />)
  const [add] = await screen.findAllByRole('button', { name: 'Adicionar integração' })
  await userEvent.click(add!)
  const dialog = await screen.findByRole('dialog', { name: 'Adicionar integração' })
  const type = await within(dialog).findByLabelText('Tipo')
  for (const [chosen, asked] of [
    ['dialogflow', /^JSON da conta/],
    ['typebot', /^ID público/],
    ['n8n', /^Endereço/],
  ] as const) {
    await userEvent.selectOptions(type, chosen)
    expect(within(dialog).getByLabelText(asked)).toBeTruthy()
  }
  expect(within(dialog).queryByLabelText(/^ID público/)).toBe(null)
  await userEvent.type(within(dialog).getByLabelText(/^Nome/), 'Fluxo')
  await userEvent.type(within(dialog).getByLabelText(/^Endereço/), flow.urlN8N)
  backend.on(queueIntegration.list, listed([flow]))
  await userEvent.click(within(dialog).getByRole('button', { name: 'Salvar' }))
  expect((await screen.findByLabelText<HTMLInputElement>('Segredo')).value).toBe('insec_once')
  await userEvent.click(screen.getByRole('button', { name: 'Pronto' }))
  expect(await screen.findByText(flow.urlN8N)).toBeTruthy()
  expect(document.body.innerHTML).not.toContain('insec_once')
})
