import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { addAgent } from './support/ai-agent.ts'
import { signedIn } from './support/api.ts'
import { accessibilityFaults } from './support/axe.ts'
import { picture, startBrowser } from './support/browser.ts'
import type { Company } from './support/company.ts'
import { faultless } from './support/faultless.ts'
import { png } from './support/media.ts'
import { alarms, bubble, composer, leaveAll, openCounter, row, SOON, sendText } from './support/serve.ts'
import { type Simulator, simulator } from './support/simulator.ts'

// Tests AI agents: one answers by voice and hands over to a person; another system sends a picture
// by the API; a second company's agent answers in text, is rated, and a person takes over.

const BUSINESS = '5511900000111'
const LIA = '5511988880111'
const WRITTEN = '5511900000112'
const NEO = '5511988880112'
const PICTURE = png(32, 32)

let browser: Browser
let sim: Simulator
let admin: Page

const VOICE = {
  voice: 'pt-BR-FranciscaNeural',
  voiceKey: '0123456789abcdef0123456789abcdef',
  voiceRegion: 'brazilsouth',
}

/** Sets up an agent, with a voice by default. */
async function prepare(company: Company, voice: object = VOICE) {
  await simulator(company.simUrl).scriptModel(['Abrimos às nove horas.'])
  const { call } = await signedIn(company.admin)
  await addAgent(call, { apiKey: 'sk-balcao-e2e-0001', ...voice })
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

  it('an agent without a voice answers in writing, is judged, and a person takes over', async () => {
    const counter = await openCounter(browser, {
      ...{ name: 'da Escritora', business: WRITTEN, customers: [[NEO, 'Neo Reis'] as const] },
      prepare: company => prepare(company, {}),
    })
    const page = counter.admin
    const hears = (said: string) => counter.sim.until(NEO, ({ fromMe, text }) => !fromMe && text === said)
    await counter.sim.send(NEO, { to: WRITTEN, type: 'text', text: 'Que horas abre?' })
    await hears('Abrimos às nove horas.')
    await page.goto('/tickets')
    await page.getByLabel('Todos').click()
    await page.getByRole('tab', { name: 'Aguardando' }).click()
    // The row keeps the customer's words: an agent speaks over nobody.
    await row(page, 'Neo Reis').getByText('Que horas abre?').waitFor(SOON)
    await row(page, 'Neo Reis').getByRole('button', { name: 'Assumir' }).click()
    await composer(page).waitFor(SOON)
    const said = bubble(page, 'Abrimos às nove horas.')
    await said.getByText('IA · Vendedora').waitFor(SOON)
    const thumb = said.getByRole('button', { name: 'Boa resposta' })
    await thumb.click()
    await expect.poll(() => thumb.getAttribute('aria-pressed'), SOON).toBe('true')
    await picture(page, 'machine-written')
    expect(await accessibilityFaults(page)).toEqual([])
    await sendText(page, 'Oi Neo, aqui é uma pessoa.')
    await hears('Oi Neo, aqui é uma pessoa.')
    // The bot stays silent from here on.
    await counter.sim.send(NEO, { to: WRITTEN, type: 'text', text: 'Obrigado!' })
    await bubble(page, 'Obrigado!').waitFor(SOON)
    await row(page, 'Neo Reis')
      .getByText('IA:')
      .waitFor({ state: 'detached', ...SOON })
    await page.goto('/prompts')
    await page.getByRole('button', { name: 'Limites de IA' }).click()
    const used = page.getByRole('dialog').getByRole('table', { name: 'Uso nos últimos 30 dias' })
    await used.getByText('Vendedora').waitFor(SOON)
    await faultless(page, 'ai-limits')
    expect(alarms).toEqual([])
  })

  it('a version is tried against another one, published, and gone back from', async () => {
    const script = (replies: unknown[]) =>
      fetch(`${inject('product').simUrl}/sim/bots/openai`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ replies }),
      })
    await admin.goto('/prompts')
    await admin.getByRole('button', { name: 'Testes de Vendedora' }).click()
    await admin.getByRole('heading', { name: 'Testes de Vendedora' }).waitFor(SOON)
    await faultless(admin, 'ai-tests-empty')
    await admin.getByRole('tab', { name: 'Versões' }).click()
    await admin.getByRole('button', { name: 'Adicionar versão' }).click()
    const version = admin.getByRole('dialog')
    await version.getByLabel('Anotação').fill('Com cupom')
    await version.getByLabel('Instruções').fill('Você atende os clientes da loja e oferece o cupom BEMVINDO a cada um.')
    await faultless(admin, 'ai-tests-version')
    await version.getByRole('button', { name: 'Salvar' }).click()
    await admin.getByText('Com cupom').waitFor(SOON)
    await admin.getByRole('tab', { name: 'Casos' }).click()
    await admin.getByRole('button', { name: 'Adicionar caso' }).click()
    const dialog = admin.getByRole('dialog')
    await dialog.getByLabel('Nome').fill('Horário e cupom')
    await dialog.getByLabel('O que o cliente escreve').fill('Que horas abre?\n\nTem cupom?')
    await dialog.getByLabel('As respostas dizem', { exact: true }).fill('BEMVINDO')
    await faultless(admin, 'ai-tests-case')
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    const made = await script([
      ...['Abrimos às nove horas.', 'Não sei de cupons.'],
      ...['Às nove. Use o cupom BEMVINDO.', 'Sim: BEMVINDO.'],
    ])
    expect(made.ok).toBe(true)
    await admin.getByRole('button', { name: 'Testar 1 caso' }).click()
    await admin.getByText('1 de 2 resultados passaram').waitFor(SOON)
    const live = admin.getByRole('region', { name: 'Versão 1 (no ar)' })
    await live.getByText('Não disse “BEMVINDO”').waitFor(SOON)
    const draft = admin.getByRole('region', { name: 'Versão 2' })
    await draft.getByText('Sim: BEMVINDO.').waitFor(SOON)
    const thumb = draft.getByRole('button', { name: /^Boa resposta/ })
    await thumb.click()
    await expect.poll(() => thumb.getAttribute('aria-pressed'), SOON).toBe('true')
    await faultless(admin, 'ai-tests-results')
    await admin.getByRole('tab', { name: 'Versões' }).click()
    await admin.getByRole('button', { name: 'Publicar a versão 2' }).click()
    await admin.getByRole('alertdialog').getByRole('button', { name: 'Publicar' }).click()
    await admin.getByRole('button', { name: 'Voltar a esta: versão 1' }).waitFor(SOON)
    await faultless(admin, 'ai-tests-versions')
    await admin.getByRole('button', { name: 'Voltar a esta: versão 1' }).click()
    await admin.getByRole('alertdialog').getByRole('button', { name: 'Publicar' }).click()
    await admin.getByRole('button', { name: 'Publicar a versão 2' }).waitFor(SOON)
    expect(alarms).toEqual([])
  })
})
