import { createHmac } from 'node:crypto'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { signedIn } from './support/api.ts'
import { accessibilityFaults } from './support/axe.ts'
import { picture, startBrowser } from './support/browser.ts'
import type { Company } from './support/company.ts'
import { alarms, leaveAll, openCounter, row, SOON } from './support/serve.ts'
import { callSimulator, type Simulator } from './support/simulator.ts'

// Tests integrations: a Typebot flow sells a table and hands over; webhooks report a message and a
// closed ticket, each delivered at the third attempt.

const BUSINESS = '5511900000083'
const RITA = '5511988880083'
const JOEL = '5511988880084'

let browser: Browser
let sim: Simulator
let admin: Page
let simUrl: string

const bot = <T = { url: string }>(method: string, path: string, body?: object) =>
  callSimulator<T>(simUrl, method, `/bots/${path}`, body)

const bubble = (text: string) => ({
  id: text,
  type: 'text',
  content: { type: 'richText', richText: [{ type: 'p', children: [{ text }] }] },
})

/** Sets up a two-step flow that answers in the queue Vendas. */
async function prepare(company: Company) {
  simUrl = company.simUrl
  const choices = ['Redonda', 'Quadrada'].map(content => ({ id: content, content }))
  const { url } = await bot('POST', 'typebot', {
    replies: [
      { messages: [bubble('Qual mesa?')], input: { id: 'mesa', type: 'choice input', items: choices } },
      { messages: [bubble('A quadrada custa R$ 900. Já chamo alguém.')] },
    ],
  })
  const { call } = await signedIn(company.admin)
  const made = await call('POST', '/queueIntegration', {
    ...{ type: 'typebot', name: 'Vendedor', urlN8N: url, typebotSlug: 'mesas', typebotDelayMessage: 0 },
  })
  const queues = await call<{ id: string; name: string }[]>('GET', '/queue')
  const { id } = queues.find(({ name }) => name === 'Vendas')!
  await call('PUT', `/queue/${id}`, { integrationId: made.id, greetingMessage: '' })
}

const hears = (number: string, text: string) =>
  vi.waitFor(async () => {
    const heard = (await sim.messages(number)).filter(({ fromMe }) => !fromMe).map(message => message.text)
    expect(heard).toContain(text)
  }, SOON)

beforeAll(async () => {
  browser = await startBrowser()
  const customers = [[RITA, 'Rita Nunes'] as const, [JOEL, 'Joel Dias'] as const]
  ;({ sim, admin } = await openCounter(browser, { name: 'dos Robôs', business: BUSINESS, customers, prepare }))
})
afterAll(async () => {
  await leaveAll()
  await browser?.close()
})

describe('an integration', () => {
  it('sells a table and hands over', async () => {
    await sim.send(RITA, { to: BUSINESS, type: 'text', text: 'oi' })
    await hears(RITA, '[ 1 ] - Redonda\n[ 2 ] - Quadrada')
    await sim.send(RITA, { to: BUSINESS, type: 'text', text: '2' })
    await hears(RITA, 'A quadrada custa R$ 900. Já chamo alguém.')
    await admin.goto('/tickets')
    await admin.getByLabel('Todos').click()
    await admin.getByRole('tab', { name: 'Aguardando' }).click()
    await row(admin, 'Rita Nunes').waitFor(SOON)
    await row(admin, 'Rita Nunes')
      .getByLabel('O robô está atendendo')
      .waitFor({ state: 'detached', ...SOON })
  })

  it('that is a webhook is made on its page, and is told at the third try, signed', async () => {
    const { url } = await bot('POST', 'webhook', { fail: { status: 503, times: 2 } })
    await admin.goto('/queue-integration')
    await admin.getByRole('button', { name: 'Adicionar integração' }).first().click()
    const dialog = admin.getByRole('dialog')
    await dialog.getByLabel('Tipo').selectOption('webhook')
    await dialog.getByLabel('Nome').fill('Avisos')
    await dialog.getByLabel('Endereço').fill(url)
    await picture(admin, 'integration-new')
    expect(await accessibilityFaults(admin)).toEqual([])
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    const secret = await admin.getByRole('dialog').getByLabel('Segredo').inputValue()
    await admin.getByRole('button', { name: 'Pronto' }).click()

    await admin.goto('/queues')
    await admin.getByRole('main').getByRole('button', { name: 'Vendas' }).first().click()
    await admin.getByRole('dialog').getByRole('combobox', { name: 'Integração' }).click()
    await admin.getByRole('option', { name: 'Avisos' }).click()
    await admin.getByRole('dialog').getByRole('button', { name: 'Salvar' }).click()
    await admin.getByRole('dialog').waitFor({ state: 'detached' })
    const asked = () => bot<{ headers: Record<string, string>; body: string }[]>('GET', 'webhook/calls')
    // The queue's earlier state may be read for a few seconds.
    await vi.waitFor(
      async () => {
        await sim.send(JOEL, { to: BUSINESS, type: 'text', text: 'Tem cadeira?' })
        await vi.waitFor(async () => expect(await asked()).not.toEqual([]), { timeout: 4000 })
      },
      { timeout: 60_000, interval: 1000 },
    )

    await admin.goto('/queue-integration')
    await admin.getByRole('button', { name: 'Entregas de Avisos' }).click()
    const first = admin.getByRole('dialog').getByRole('listitem').last()
    await first.getByText('Aguardando').waitFor(SOON)
    await picture(admin, 'integration-log')
    expect(await accessibilityFaults(admin)).toEqual([])
    for (const tries of [2, 3]) {
      await first.getByRole('button', { name: 'Enviar de novo' }).click()
      await vi.waitFor(async () => expect((await asked()).length).toBeGreaterThanOrEqual(tries), SOON)
    }
    await first.getByText('Entregue').waitFor(SOON)
    const { headers, body } = (await asked())[2]!
    const [, t, v1] = /^t=(\d+),v1=(.+)$/.exec(headers['x-balcao-signature']!)!
    expect(v1).toBe(createHmac('sha256', secret).update(`${t}.${body}`).digest('hex'))
    expect(JSON.parse(body)).toMatchObject({ event: 'message', message: { body: 'Tem cadeira?' } })
    expect(alarms).toEqual([])
  })
})

describe('a webhook of the company', () => {
  it('is made on its page, and is told of a closed ticket at the third try, signed', async () => {
    const { url } = await bot('POST', 'webhook', { fail: { status: 503, times: 2 } })
    await bot('DELETE', 'webhook/calls')
    await admin.goto('/messages-api')
    await admin.getByRole('tab', { name: 'Webhooks' }).click()
    await admin.getByRole('button', { name: 'Adicionar webhook' }).first().click()
    const dialog = admin.getByRole('dialog')
    await dialog.getByLabel('Nome').fill('Sistema')
    await dialog.getByLabel('Endereço').fill(url)
    const others = ['Chegou uma mensagem', 'foi entregue ou lida', 'Começou um', 'Avaliaram um', 'Foi feito um pedido']
    for (const event of others) await dialog.getByLabel(event).click()
    await picture(admin, 'webhook-new')
    expect(await accessibilityFaults(admin)).toEqual([])
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    const secret = await admin.getByRole('dialog').getByLabel('Segredo').inputValue()
    await admin.getByRole('button', { name: 'Pronto' }).click()

    await admin.goto('/tickets')
    await admin.getByLabel('Todos').click()
    await admin.getByRole('tab', { name: 'Aguardando' }).click()
    await row(admin, 'Rita Nunes').getByRole('button', { name: 'Aceitar' }).click()
    await admin.getByRole('button', { name: 'Resolver', exact: true }).click()

    await admin.goto('/messages-api')
    await admin.getByRole('tab', { name: 'Webhooks' }).click()
    await admin.getByRole('button', { name: 'Entregas de Sistema' }).click()
    const told = admin.getByRole('dialog').getByRole('listitem').last()
    await told.getByText('Aguardando').waitFor(SOON)
    const asked = () => bot<{ headers: Record<string, string>; body: string }[]>('GET', 'webhook/calls')
    for (const tries of [2, 3]) {
      await told.getByRole('button', { name: 'Enviar de novo' }).click()
      await vi.waitFor(async () => expect((await asked()).length).toBeGreaterThanOrEqual(tries), SOON)
    }
    await told.getByText('Entregue').waitFor(SOON)
    await picture(admin, 'webhook-log')
    expect(await accessibilityFaults(admin)).toEqual([])
    const calls = await asked()
    // Every attempt has the same event id; the signature depends on the time of the attempt.
    expect(new Set(calls.map(({ headers }) => headers['x-balcao-delivery'])).size).toBe(1)
    const { headers, body } = calls.at(-1)!
    const [, t, v1] = /^t=(\d+),v1=(.+)$/.exec(headers['x-balcao-signature']!)!
    expect(v1).toBe(createHmac('sha256', secret).update(`${t}.${body}`).digest('hex'))
    expect(JSON.parse(body)).toMatchObject({ event: 'ticket.closed' })
    expect(alarms).toEqual([])
  })
})
