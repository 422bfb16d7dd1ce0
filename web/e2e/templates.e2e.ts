import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signedIn } from './support/api.ts'
import { startBrowser } from './support/browser.ts'
import { type Company, openCompany } from './support/company.ts'
import { faultless } from './support/faultless.ts'
import { bubble, composer, enter, leaveAll, list, row, SOON } from './support/serve.ts'
import { callSimulator } from './support/simulator.ts'

// Tests templates of a number of WhatsApp's Cloud API: made and submitted in the editor, approved
// by Meta, sent after the window closed, and answered by a button; then the bot's menu as buttons.

const FROM = '5511955550021'

let company: Company
let browser: Browser
let admin: Page
let number: { phoneNumberId: string; businessAccountId: string; accessToken: string }

type Shown = { fromCustomer: boolean; text: string; choices: { id: string; title: string }[] }

const sim = <T>(method: string, path: string, body?: object) =>
  callSimulator<T>(company.simUrl, method, `/cloud${path}`, body)
const write = (from: string, more: object) =>
  sim('POST', `/${number.phoneNumberId}/messages`, { from, name: `Cliente ${from.slice(-2)}`, ...more })
const got = async (from: string) =>
  (await sim<Shown[]>('GET', `/${number.phoneNumberId}/messages?with=${from}`)).filter(each => !each.fromCustomer)

beforeAll(async () => {
  company = await openCompany('dos Modelos')
  browser = await startBrowser()
  number = await sim('POST', '/numbers', { phone: '551140040021', name: 'Doces dos Modelos' })
  const { call } = await signedIn(company.admin)
  await call('POST', '/whatsapp', { name: 'Oficial', provider: 'cloud', ...number })
  admin = await enter(browser, company, company.admin)
})

afterAll(async () => {
  await leaveAll()
  await browser?.close()
})

describe('templates', () => {
  it('are made with a preview of the phone, and wait for Meta', async () => {
    await admin.goto('/templates')
    await admin.getByText('pedido_atualizado').waitFor(SOON)
    await faultless(admin, 'templates')
    await admin.getByRole('button', { name: 'Adicionar modelo' }).click()
    const dialog = admin.getByRole('dialog', { name: 'Adicionar modelo' })
    await dialog.getByRole('button', { name: 'Enviar para análise' }).click()
    await dialog.getByText('Obrigatório').first().waitFor(SOON)
    await dialog.getByLabel('Nome').fill('Retorno do orçamento')
    await dialog
      .getByRole('textbox', { name: /^Texto/ })
      .first()
      .fill('Olá, {{first_name}}! Seu orçamento de {{produto}} está pronto.')
    await dialog.getByLabel('Exemplo de first_name').fill('Ana')
    await dialog.getByLabel('Exemplo de produto').fill('bolos')
    await dialog.getByLabel('Rodapé').fill('Doces dos Modelos')
    await dialog.getByRole('button', { name: 'Adicionar botão' }).click()
    await dialog.getByLabel('Texto do botão').fill('Quero ver')
    await dialog.getByText('Olá, Ana! Seu orçamento de bolos está pronto.').waitFor(SOON)
    await faultless(admin, 'template-editor')
    await dialog.getByRole('button', { name: 'Enviar para análise' }).click()
    await dialog.waitFor({ state: 'detached', ...SOON })
    await admin.getByText('Em análise').waitFor(SOON)
    const made = (
      await sim<{ id: string; name: string }[]>('GET', `/templates?businessAccountId=${number.businessAccountId}`)
    ).find(({ name }) => name === 'retorno_do_orcamento')
    await sim('POST', `/templates/${made!.id}`, { status: 'APPROVED' })
    await admin.getByText('Em análise').waitFor({ state: 'detached', ...SOON })
  })

  it('reach a person whose window is closed, who answers by a button', async () => {
    await admin.goto('/tickets')
    await list(admin, 'Aguardando')
    await write(FROM, { text: 'Quanto custa?', secondsAgo: 90_000 })
    await row(admin, 'Cliente 21').getByRole('button', { name: 'Aceitar' }).click(SOON)
    await admin.getByText('A janela desta conversa fechou').waitFor(SOON)
    await admin.getByRole('button', { name: 'Enviar modelo' }).first().click(SOON)
    const dialog = admin.getByRole('dialog')
    await dialog.getByText('retorno_do_orcamento').waitFor(SOON)
    await faultless(admin, 'template-choice')
    await dialog.getByText('retorno_do_orcamento').click()
    await dialog.getByRole('textbox', { name: 'produto' }).fill('brigadeiros')
    await dialog.getByText('Olá, Cliente! Seu orçamento de brigadeiros está pronto.').waitFor(SOON)
    await faultless(admin, 'template-values')
    await dialog.getByRole('button', { name: 'Enviar', exact: true }).click()
    await dialog.waitFor({ state: 'detached', ...SOON })
    await bubble(admin, 'Olá, Cliente! Seu orçamento de brigadeiros está pronto.').waitFor(SOON)
    await expect
      .poll(async () => (await got(FROM)).map(({ text }) => text), SOON)
      .toEqual(['Olá, Cliente! Seu orçamento de brigadeiros está pronto.'])
    await write(FROM, { buttonId: 'Quero ver' })
    await bubble(admin, 'Quero ver').waitFor(SOON)
    await admin.getByText(/^Janela aberta por mais 2\d h/).waitFor(SOON)
    await composer(admin).waitFor(SOON)
    await faultless(admin, 'template-conversation')
  })
})

describe("the bot's menu", () => {
  it('is buttons where the company wants them, and a pressed one chooses the queue', async () => {
    const { call } = await signedIn(company.admin)
    await call('PUT', '/settings/chatBotType', { value: 'button' })
    const [connection] = await call<{ id: string }[]>('GET', '/whatsapp')
    const queues = await call<{ id: string }[]>('GET', '/queue')
    await call('PUT', `/whatsapp/${connection!.id}`, {
      queueIds: queues.map(({ id }) => id),
      greetingMessage: 'Com quem você quer falar?',
    })
    await write('5511955550022', { text: 'Oi' })
    await expect
      .poll(
        async () =>
          (await got('5511955550022'))
            .at(-1)
            ?.choices.map(({ title }) => title)
            .sort(),
        SOON,
      )
      .toEqual(['Suporte', 'Vendas'])
    await write('5511955550022', { buttonId: 'Vendas' })
    await expect
      .poll(async () => (await got('5511955550022')).at(-1)?.text, SOON)
      .toBe('Olá! Você está falando com Vendas. Como podemos ajudar?')
    admin = await enter(browser, company, company.admin)
    await list(admin, 'Aguardando')
    await row(admin, 'Cliente 22').getByRole('button', { name: 'Aceitar' }).click(SOON)
    await admin.getByText('Com quem você quer falar?').first().waitFor(SOON)
    await faultless(admin, 'menu-buttons')
  })
})
