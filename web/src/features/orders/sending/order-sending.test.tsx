// @vitest-environment jsdom
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { budgets } from '@balcao/shared/api/orders/budgets.ts'
import { messages } from '@balcao/shared/api/tickets/messages.ts'
import { brCode } from '@balcao/shared/rules/sales/br-code.ts'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { renderScreen } from '#/testing/render-screen.tsx'
import { sampleOrder } from '#/testing/sample-order.ts'
import { startBackend } from '#/testing/start-backend.ts'
import { OrderSending } from './order-sending.tsx'

/** A bucket that takes every file. */
async function startBucket() {
  const files: string[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    response.setHeader('access-control-allow-origin', '*')
    if (request.method === 'POST') files.push(/%PDF.*%%EOF/s.exec(Buffer.concat(chunks).toString('latin1'))?.[0] ?? '')
    response.writeHead(204).end()
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    files,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () => {
      server.closeAllConnections()
      return new Promise(resolve => server.close(resolve))
    },
  }
}

let backend: Awaited<ReturnType<typeof startBackend>>
const click = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const sent = (method: string) => backend.calls.filter(call => call.method === method)

beforeEach(async () => {
  backend = await startBackend()
})
afterEach(async () => {
  cleanup()
  await backend.stop()
})

describe('an order on its way to its customer', () => {
  const order = sampleOrder({ pix: 50 })
  const qrcode = brCode({ key: 'pix@loja.com.br', name: 'Loja', city: 'Osasco', amount: 5000, reference: '42' })

  it('goes as a text, once however often it has to be tried', async () => {
    backend.on(budgets.send, () => ({ status: 503, body: { error: 'ERR_UNAVAILABLE' } }))
    await renderScreen('/budgets', <OrderSending order={order} />)
    await click('Enviar resumo')
    await screen.findByText(/Uma parte do serviço está fora do ar/)
    backend.on(budgets.send, () => ({ body: order }))
    await click('Enviar resumo')
    expect(await screen.findByText('Resumo do pedido enviado na conversa')).toBeTruthy()
    await click('Enviar resumo')
    await waitFor(() => expect(sent('POST')).toHaveLength(3))
    const text = [`/budgets/${order.id}/send`, { text: true, clientId: expect.any(String) }]
    expect(sent('POST').map(({ path, body }) => [path, body])).toEqual([text, text, text])
    const [first, again, another] = sent('POST').map(({ body }) => (body as { clientId: string }).clientId)
    expect(again).toBe(first)
    expect(another).not.toBe(first)
  })

  it('shows its Pix code to scan and to copy, and sends it', async () => {
    backend.on(budgets.pix, () => ({ body: { qrcode, key: 'pix@loja.com.br', total: 50 } }))
    backend.on(budgets.send, () => ({ body: order }))
    const user = userEvent.setup()
    await renderScreen('/budgets', <OrderSending order={order} />)
    await click('Código Pix')
    const dialog = await screen.findByRole('dialog', { name: 'Código Pix · Pedido nº 42' })
    expect(await within(dialog).findByTitle('QR code Pix do pedido nº 42')).toBeTruthy()
    expect(within(dialog).getByText('Chave pix@loja.com.br')).toBeTruthy()
    await user.click(within(dialog).getByRole('button', { name: 'Copiar código' }))
    expect(await navigator.clipboard.readText()).toBe(qrcode)
    await user.click(within(dialog).getByRole('button', { name: 'Enviar na conversa' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(sent('POST').map(({ body }) => body)).toMatchObject([{ pix: true }])
  })

  it('goes as a PDF the way attachments go, without a Pix code of a store that has no key', async () => {
    backend.on(budgets.pix, () => ({ status: 422, body: { error: 'ERR_STORE_WITHOUT_PIX' } }))
    // The person is told why, the file is not lost without a word.
    backend.on(messages.upload, () => ({ status: 422, body: { error: 'ERR_TICKET_CLOSED' } }))
    await renderScreen('/budgets', <OrderSending order={order} />)
    await click('Enviar PDF')
    await waitFor(() => expect(sent('POST')).toHaveLength(1))
    const upload = sent('POST')[0]!
    expect(upload.path).toBe(`/messages/${order.ticketId}/uploads`)
    expect(upload.body).toMatchObject({ fileName: 'pedido-42.pdf', mimetype: 'application/pdf' })
    expect((upload.body as { size: number }).size).toBeGreaterThan(1000)
    expect(await screen.findByText('O atendimento está resolvido. Reabra para escrever.')).toBeTruthy()
  })

  it('goes as a PDF once, though the answer to the first try was lost', async () => {
    const bucket = await startBucket()
    backend.on(budgets.pix, () => ({ status: 422, body: { error: 'ERR_STORE_WITHOUT_PIX' } }))
    backend.on(messages.upload, () => ({ status: 201, body: { key: 'k', url: bucket.url, fields: {} } }))
    backend.on(messages.create, () => ({ status: 503, body: { error: 'ERR_UNAVAILABLE' } }))
    await renderScreen('/budgets', <OrderSending order={order} />)
    const created = () => sent('POST').filter(({ path }) => path === `/messages/${order.ticketId}`)
    const isBusy = () => screen.getByRole('button', { name: 'Enviar PDF' }).getAttribute('aria-busy')
    const tryAgain = async (times: number) => {
      await click('Enviar PDF')
      // A PDF takes its time.
      await waitFor(() => expect([created().length, isBusy()]).toEqual([times, null]), { timeout: 20_000 })
    }
    await tryAgain(1)
    backend.on(messages.create, () => ({ status: 201, body: { messages: [] } }))
    await tryAgain(2)
    await tryAgain(3)
    const [first, again, another] = created().map(({ body }) => (body as { clientId: string }).clientId)
    expect(again).toBe(first)
    expect(another).not.toBe(first)
    // The server goes by the bytes, too: the same ones.
    expect(bucket.files[1]).toBe(bucket.files[0])
    await bucket.close()
  })

  it('of no conversation, or cancelled, can only be taken along', async () => {
    const loose = sampleOrder({ ticketId: null, total: 0 })
    await renderScreen('/budgets', <OrderSending order={loose} />)
    expect((await screen.findAllByRole('button')).map(each => each.textContent)).toEqual(['Baixar PDF'])
    // It has no Pix code to copy.
    expect(screen.getByText('Este pedido não veio de uma conversa: baixe o PDF para enviar.')).toBeTruthy()
    cleanup()
    await renderScreen('/budgets', <OrderSending order={sampleOrder({ canceledAt: order.createdAt, pix: 0 })} />)
    expect((await screen.findAllByRole('button')).map(each => each.textContent)).toEqual(['Baixar PDF'])
  })
})
