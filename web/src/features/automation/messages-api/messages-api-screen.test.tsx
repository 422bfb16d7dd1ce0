// @vitest-environment jsdom
import { openapi } from '@balcao/shared/api/account/version.ts'
import { deliveries } from '@balcao/shared/api/automation/deliveries.ts'
import { webhooks } from '@balcao/shared/api/automation/webhooks.ts'
import { AREAS } from '@balcao/shared/api/index.ts'
import { messages } from '@balcao/shared/api/tickets/messages.ts'
import { openApi } from '@balcao/shared/api-contract/openapi.ts'
import type { Webhook } from '@balcao/shared/entities/webhook.ts'
import type { WebhookDelivery } from '@balcao/shared/entities/webhook-delivery.ts'
import { newId } from '@balcao/shared/ids.ts'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { renderScreen } from '#/testing/render-screen.tsx'
import { startBackend } from '#/testing/start-backend.ts'
import { MessagesApiScreen } from './messages-api-screen.tsx'

const at = '2026-11-20T12:00:00.000Z'
const stock: Webhook = {
  ...{
    id: newId(),
    name: 'Estoque',
    url: 'https://estoque.example/avisos',
    active: true,
    down: null,
    createdAt: at,
    updatedAt: at,
  },
  events: ['order.created'],
}
const refused: WebhookDelivery = {
  ...{ id: newId(), target: 'webhook', targetId: stock.id, event: 'order.created', status: 'failed', tries: 10 },
  ...{ lastStatus: 503, lastError: 'ERR_DELIVERY_REFUSED', nextAt: null, createdAt: at, deliveredAt: null },
}
const listed = (rows: Webhook[]) => () => ({ body: { webhooks: rows, hasMore: false, nextCursor: null } })

let backend: Awaited<ReturnType<typeof startBackend>>
const sent = (method: string) => backend.calls.filter(call => call.method === method)
const click = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }))
const turnTo = async (name: string) => userEvent.click(await screen.findByRole('tab', { name }))

beforeEach(async () => {
  backend = await startBackend()
  backend.on(openapi.get, () => ({ body: openApi(AREAS, '1.0.0') }))
})
afterEach(async () => {
  cleanup()
  await backend.stop()
})

const open = () => renderScreen('/messages-api', <MessagesApiScreen />)

describe('the page of the messages API', () => {
  it('documents every call of a token, in the language that is chosen', async () => {
    await open()
    const calls = await screen.findAllByRole('heading', { level: 2 })
    expect(calls.map(({ textContent }) => textContent)).toEqual([
      'POST/api/messages/send',
      'GET/api/external/contact',
      'GET/api/external/ticket',
      'GET/api/external/messages',
      'GET/api/external/order',
    ])
    expect(screen.getAllByText(/curl -X.*SEU_TOKEN/s)).toHaveLength(6)
    await turnTo('Python')
    // A file is sent by the form, which one language shows.
    expect(screen.getByText(/curl -X/).textContent).toContain("-F 'medias=@foto.png'")
    expect(screen.getAllByText(/import requests/).length).toBe(5)
  })

  it('tries a call only with token, number, text and, for a file, the file; and shows the answer', async () => {
    backend.on(messages.send, () => ({ status: 401, body: { error: 'ERR_UNAUTHORIZED' } }))
    await open()
    await turnTo('Testar')
    await turnTo('Arquivo')
    await click('Enviar')
    expect(screen.getAllByText('Obrigatório')).toHaveLength(4)
    expect(document.activeElement).toBe(screen.getByLabelText(/^Token da conexão/))
    expect(screen.getByRole('button', { name: 'Escolher arquivo' })).toBeTruthy()
    expect(sent('POST')).toEqual([])
    await turnTo('Texto')
    await userEvent.type(screen.getByLabelText(/^Token da conexão/), 'abc')
    await userEvent.type(screen.getByLabelText(/^Número/), '5511')
    expect(screen.getByText(/^Informe o número inteiro/)).toBeTruthy()
    await userEvent.type(screen.getByLabelText(/^Número/), '999998888')
    await userEvent.type(screen.getByLabelText(/^Mensagem/), 'Oi')
    await click('Enviar')
    expect((await screen.findByRole('status')).textContent).toContain('ERR_UNAUTHORIZED')
    expect(screen.getByText(/^O token não abre a API/)).toBeTruthy()
    await userEvent.clear(screen.getByLabelText(/^Número/))
    await userEvent.type(screen.getByLabelText(/^Número/), '11999997777')
    expect(screen.getByLabelText<HTMLInputElement>(/^Número/).value).toBe('(11) 99999-7777')
    await click('Enviar')
    await waitFor(() => expect(sent('POST')).toHaveLength(2))
    expect(sent('POST').map(({ body }) => body)).toEqual([
      { number: '5511999998888', body: 'Oi' },
      { number: '5511999997777', body: 'Oi' },
    ])
  })

  it('shows the secret of a new webhook once', async () => {
    backend.on(webhooks.list, listed([]))
    backend.on(webhooks.create, () => ({ status: 201, body: { ...stock, secret: 'whsec_once' } }))
    await open()
    await turnTo('Webhooks')
    await click('Adicionar webhook')
    const dialog = await screen.findByRole('dialog', { name: 'Adicionar webhook' })
    await userEvent.type(within(dialog).getByLabelText(/^Nome/), 'Estoque')
    await userEvent.type(within(dialog).getByLabelText(/^Endereço/), stock.url)
    backend.on(webhooks.list, listed([stock]))
    await click('Salvar')
    const shown = await screen.findByRole('dialog', { name: 'O segredo do webhook' })
    expect(within(shown).getByLabelText<HTMLInputElement>('Segredo').value).toBe('whsec_once')
    await click('Pronto')
    expect(await screen.findByText(stock.url)).toBeTruthy()
    expect(document.body.innerHTML).not.toContain('whsec_once')
  })

  it('says of a webhook that does not answer since when, and when it is tried', async () => {
    const down = { since: '2026-11-20T12:00:00.000Z', nextTryAt: '2026-11-20T12:05:00.000Z' }
    backend.on(webhooks.list, listed([{ ...stock, down }]))
    await open()
    await turnTo('Webhooks')
    expect(await screen.findByText('Sem resposta')).toBeTruthy()
    expect(screen.getByText(/Sem resposta desde 20\/11\/2026.*tentativa é 20\/11\/2026/)).toBeTruthy()
    expect(screen.queryByText('Ativo')).toBe(null)
  })

  it('sends again what a webhook refused', async () => {
    const waiting: WebhookDelivery = { ...refused, status: 'waiting', tries: 0 }
    let kept = refused
    backend.on(webhooks.list, listed([stock]))
    backend.on(deliveries.list, () => ({ body: { deliveries: [kept], hasMore: false, nextCursor: null } }))
    backend.on(deliveries.sendAgain, () => {
      kept = waiting
      return { status: 202, body: waiting }
    })
    await open()
    await turnTo('Webhooks')
    await click('Entregas de Estoque')
    expect(await screen.findByText('Falhou')).toBeTruthy()
    expect(screen.getByText(/10 tentativas · HTTP 503/)).toBeTruthy()
    await click('Enviar de novo')
    expect(await screen.findByText('Aguardando')).toBeTruthy()
    expect(sent('POST').map(({ path }) => path)).toEqual([`/deliveries/${refused.id}/send`])

    // It arrived, and that was told, before the answer came.
    backend.on(deliveries.sendAgain, () => {
      kept = { ...refused, status: 'delivered', lastStatus: 200, deliveredAt: at }
      return { status: 202, body: waiting }
    })
    await click('Enviar de novo')
    expect(await screen.findByText('Entregue')).toBeTruthy()
  })
})
