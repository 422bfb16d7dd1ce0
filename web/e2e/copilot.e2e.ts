import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signedIn } from './support/api.ts'
import { picture, startBrowser } from './support/browser.ts'
import type { Company } from './support/company.ts'
import { faultless } from './support/faultless.ts'
import { alarms, bubble, choose, composer, leaveAll, openCounter, SOON, takeUp } from './support/serve.ts'
import type { Simulator } from './support/simulator.ts'

// An attendant lets the copilot write: by keys into the draft, taken back, with its sources; a
// summary becomes a note, and the customer form is filled from what the contact wrote.

const BUSINESS = '5511900000181'
const BIA = '5511955550181'
const KEY = 'sk-balcao-e2e-copilot-01'

/** Wide: what is shown beside the conversation closes on a phone. */
const WIDE = (['light', 'dark'] as const).map(theme => ({ width: 1440, height: 900, theme }))

let browser: Browser
let sim: Simulator
let admin: Page

const script = (replies: readonly unknown[], more: { fail?: object } = {}) =>
  sim.scriptModel(replies, { key: KEY, ...more })

async function prepare(company: Company) {
  const { call, userId } = await signedIn(company.admin)
  const [queue] = await call<{ id: string }[]>('GET', '/queue')
  // Its key is the copilot's too; it answers in no queue.
  await call('POST', '/prompt', {
    ...{ name: 'Vendedora', prompt: 'Você atende os clientes da loja, com frases curtas e educadas, em português.' },
    ...{ apiKey: KEY, queueId: queue!.id },
  })
  await call('POST', '/portfolios', { name: 'Varejo', userId })
  await call('POST', '/quick-messages', {
    ...{ shortcode: 'entrega', message: 'Entregamos em Pinheiros por R$ 10,00, das 9h às 18h.', geral: true },
  })
}

beforeAll(async () => {
  browser = await startBrowser()
  const customers = [[BIA, 'Bia Lima'] as const]
  ;({ sim, admin } = await openCounter(browser, { name: 'do Copiloto', business: BUSINESS, customers, prepare }))
  await admin.goto('/tickets')
  await takeUp(admin, sim, { from: BIA, name: 'Bia Lima', to: BUSINESS, text: 'Vocês entregam em Pinheiros?' })
})
afterAll(async () => {
  await leaveAll()
  await browser?.close()
})

describe('the copilot', () => {
  it('writes into the draft by keys, shows its sources, and is taken back', async () => {
    const field = composer(admin)
    await field.fill('já vejo')
    await admin.getByRole('button', { name: 'Copiloto', exact: true }).waitFor(SOON)
    await script(['Sim, entregamos em Pinheiros por R$ 10,00. Qual é o seu endereço?\nFontes: [1]'])
    await field.press('Control+j')
    await admin.getByRole('button', { name: 'Sugerir resposta' }).waitFor(SOON)
    await faultless(admin, 'copilot menu')
    await admin.keyboard.press('1')
    const use = admin.getByRole('button', { name: 'Usar', exact: true })
    await use.waitFor(SOON)
    await expect
      .poll(() => field.inputValue())
      .toBe('Sim, entregamos em Pinheiros por R$ 10,00. Qual é o seu endereço?')
    await admin.getByText('entrega', { exact: true }).click()
    await admin.getByText('das 9h às 18h').waitFor()
    await faultless(admin, 'copilot done')
    await admin.getByRole('button', { name: 'Desfazer' }).click()
    await expect.poll(() => field.inputValue()).toBe('já vejo')
    await expect.poll(() => field.evaluate(element => element === document.activeElement)).toBe(true)
    expect((await sim.messages(BIA)).filter(({ fromMe }) => !fromMe)).toEqual([])
  })

  it('says what went wrong, and tries again', async () => {
    const field = composer(admin)
    await field.fill('bom dia quero saber o endereço')
    await script([], { fail: { status: 401, times: 1 } })
    await field.press('Control+j')
    await admin.keyboard.press('3')
    await admin.getByText('O copiloto não respondeu').waitFor(SOON)
    await picture(admin, 'copilot-failed')
    await script(['Bom dia. Poderia informar o endereço?'])
    await admin.getByRole('button', { name: 'Tentar de novo' }).click()
    await admin.getByRole('button', { name: 'Usar', exact: true }).click(SOON)
    await expect.poll(() => field.inputValue()).toBe('Bom dia. Poderia informar o endereço?')
    await field.fill('')
  })

  it('translates a message of the contact, below its words', async () => {
    const message = bubble(admin, 'Vocês entregam em Pinheiros?')
    await script(['Você tem entrega para Pinheiros?'])
    await choose(admin, 'Vocês entregam em Pinheiros?', 'Traduzir mensagem')
    await message.getByText('Você tem entrega para Pinheiros?').waitFor(SOON)
    await message.getByText('Vocês entregam em Pinheiros?').waitFor()
    await faultless(admin, 'message translated')
    await message.getByRole('button', { name: 'Ocultar tradução' }).click()
    await expect.poll(() => message.getByText('Você tem entrega para Pinheiros?').count()).toBe(0)
  })

  it('summarises, and the summary becomes a note', async () => {
    await script(['Bia quer saber se a loja entrega em Pinheiros.\nFalta: o endereço.'])
    await admin.getByRole('button', { name: 'Resumir a conversa' }).click()
    await admin.getByRole('button', { name: 'Salvar como observação' }).click(SOON)
    await admin.getByRole('listitem').filter({ hasText: 'Falta: o endereço.' }).first().waitFor(SOON)
  })

  it('fills the customer form, and shows where each value stands', async () => {
    await sim.send(BIA, { to: BUSINESS, type: 'text', text: 'Bia Lima, CPF 529.982.247-25, bia@exemplo.com.br' })
    await admin.locator('[data-message]').filter({ hasText: 'bia@exemplo.com.br' }).waitFor(SOON)
    const given = { fullName: 'Bia Lima', document: '529.982.247-25', email: 'bia@exemplo.com.br' }
    const fields = Object.entries(given).map(([name, value]) => [name, { value, message: 2 }])
    await script([JSON.stringify({ ...Object.fromEntries(fields), city: { value: 'Santos', message: 2 } })])
    await admin.getByRole('button', { name: 'Preencher cadastro' }).click()
    await admin.getByRole('button', { name: 'Abrir o cadastro preenchido' }).waitFor(SOON)
    expect(await admin.getByText('Santos').count()).toBe(0)
    await faultless(admin, 'copilot fields', WIDE)
    // As on a busy server: what is saved meanwhile waits for the look-up.
    await admin.route('**/customers/search/**', async route => {
      await new Promise(done => setTimeout(done, 5000))
      await route.continue()
    })
    await admin.getByRole('button', { name: 'Abrir o cadastro preenchido' }).click()
    const dialog = admin.getByRole('dialog')
    await expect.poll(() => dialog.getByLabel('E-mail').inputValue(), SOON).toBe('bia@exemplo.com.br')
    await dialog.getByText('Lido em: Bia Lima, CPF').first().waitFor()
    await faultless(admin, 'copilot form', WIDE)
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await dialog.waitFor({ state: 'detached', ...SOON })
    expect(alarms).toEqual([])
  })
})
