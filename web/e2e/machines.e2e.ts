import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { signedIn } from './support/api.ts'
import { startBrowser } from './support/browser.ts'
import type { Company } from './support/company.ts'
import { png } from './support/media.ts'
import { alarms, leaveAll, openCounter, row, SOON } from './support/serve.ts'
import type { Simulator } from './support/simulator.ts'

// An AI agent answers by voice and hands over to a person; another system sends a picture by the API.

const BUSINESS = '5511900000091'
const LIA = '5511988880091'
const PICTURE = png(32, 32)

let browser: Browser
let sim: Simulator
let admin: Page

/** An agent with a voice answers in the queue Vendas and hands over to Suporte. */
async function prepare(company: Company) {
  const told = await fetch(`${company.simUrl}/sim/bots/openai`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ replies: ['Abrimos às nove horas.'] }),
  })
  expect(told.ok).toBe(true)
  const { call } = await signedIn(company.admin)
  const queues = await call<{ id: string; name: string }[]>('GET', '/queue')
  const idOf = (name: string) => queues.find(queue => queue.name === name)!.id
  const { id: promptId } = await call('POST', '/prompt', {
    ...{ name: 'Vendedora', prompt: 'Você atende os clientes da loja, com frases curtas e educadas, em português.' },
    ...{ apiKey: 'sk-balcao-e2e-0001', queueId: idOf('Suporte'), voice: 'pt-BR-FranciscaNeural' },
    ...{ voiceKey: '0123456789abcdef0123456789abcdef', voiceRegion: 'brazilsouth' },
  })
  await call('PUT', `/queue/${idOf('Vendas')}`, { promptId, greetingMessage: '' })
}

beforeAll(async () => {
  browser = await startBrowser()
  const customers = [[LIA, 'Lia Prado'] as const]
  ;({ sim, admin } = await openCounter(browser, { name: 'da Vendedora', business: BUSINESS, customers, prepare }))
})
afterAll(async () => {
  await leaveAll()
  await browser?.close()
})

describe('machines', () => {
  it('an AI agent answers by voice, and hands over to who was asked for', async () => {
    await sim.send(LIA, { to: BUSINESS, type: 'text', text: 'Que horas abre?' })
    const note = await sim.until(LIA, message => !message.fromMe && message.type === 'audio')
    expect(note).toMatchObject({ ptt: true, mimetype: expect.stringMatching(/^audio\/ogg/) })
    await sim.send(LIA, { to: BUSINESS, type: 'text', text: 'Quero um atendente' })
    await admin.goto('/tickets')
    await admin.getByLabel('Todos').click()
    await admin.getByRole('tab', { name: 'Aguardando' }).click()
    await row(admin, 'Lia Prado').getByText('Suporte').waitFor(SOON)
    await row(admin, 'Lia Prado').getByRole('button', { name: 'Aceitar' }).click()
    await admin.getByText('Abrimos às nove horas.').first().waitFor(SOON)
    expect(alarms).toEqual([])
  })

  it('another system sends a picture, which arrives on the phone', async () => {
    await admin.goto('/messages-api')
    await admin.getByRole('tab', { name: 'Tokens' }).click()
    await admin.getByRole('button', { name: 'Gerar token' }).click()
    const token = await admin.getByLabel('Token', { exact: true }).inputValue()
    const form = new FormData()
    form.set('number', LIA)
    form.set('body', 'A mesa que você pediu')
    form.set('medias', new Blob([new Uint8Array(PICTURE)], { type: 'image/png' }), 'mesa.png')
    const answer = await fetch(`${inject('product').url}/api/messages/send`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: form,
    })
    expect(answer.status).toBe(202)
    const picture = await sim.until(LIA, message => message.type === 'image', true)
    expect(picture).toMatchObject({ caption: 'A mesa que você pediu', mediaBase64: PICTURE.toString('base64') })
    expect(alarms).toEqual([])
  })
})
