import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { picture, startBrowser } from './support/browser.ts'
import { type Company, openCompany } from './support/company.ts'
import { faultless } from './support/faultless.ts'
import { png } from './support/media.ts'
import { bubble, composer, enter, leaveAll, list, row, SOON } from './support/serve.ts'
import { callSimulator } from './support/simulator.ts'
import { makeSuperUser } from './support/super-user.ts'

// Tests the screens around a number of WhatsApp's Cloud API: Meta's sign-up, templates of schedules
// and ratings, the sample of a template's header, prices, and what a colleague may not see.

const PHONE = '551140040031'
const FROM = '5511955550031'
const NAME = 'Rui Repasse'

let company: Company
let browser: Browser
let admin: Page
let number: { phoneNumberId: string; businessAccountId: string; accessToken: string }

const sim = <T>(path: string, body: object) => callSimulator<T>(company.simUrl, 'POST', `/cloud${path}`, body)

beforeAll(async () => {
  company = await openCompany('da API Oficial')
  browser = await startBrowser()
  number = await sim('/numbers', { phone: PHONE, name: 'Doces das Telas', quality: 'GREEN' })
  admin = await enter(browser, company, company.admin)
})

afterAll(async () => {
  await leaveAll()
  await browser?.close()
})

/** Saves a screenshot of a part far down, as a phone shows it. */
async function onPhone(page: Page, part: Locator, name: string) {
  await page.setViewportSize({ width: 360, height: 740 })
  await part.scrollIntoViewIfNeeded()
  await picture(page, name)
  await page.setViewportSize({ width: 1440, height: 900 })
}

describe('around a cloud number', () => {
  it('Meta’s sign-up fills in what is typed otherwise', async () => {
    await admin.goto('/connections')
    await admin.getByRole('button', { name: 'Adicionar conexão' }).first().click()
    const dialog = admin.getByRole('dialog')
    await dialog.getByRole('radio', { name: /^API oficial/ }).check()
    await dialog.getByLabel('Nome').fill('Oficial')
    const start = dialog.getByRole('button', { name: 'Entrar com a Meta' })
    await start.waitFor(SOON)
    const [popup] = await Promise.all([admin.waitForEvent('popup'), start.click()])
    await popup.getByRole('link', { name: new RegExp(PHONE) }).click(SOON)
    await dialog.getByText(/pronto para conectar/).waitFor(SOON)
    await faultless(admin, 'cloud-sign-up')
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await admin.getByText('Conectado', { exact: true }).waitFor(SOON)
  })

  it('a forwarded message says so', async () => {
    await admin.goto('/tickets')
    await list(admin, 'Aguardando')
    const message = { from: FROM, name: NAME, text: 'Olhem esta promoção', forwarded: 'once', referral: true }
    await sim(`/${number.phoneNumberId}/messages`, message)
    await row(admin, NAME).getByRole('button', { name: 'Aceitar' }).click(SOON)
    await composer(admin).waitFor(SOON)
    await bubble(admin, 'Olhem esta promoção').getByText('Encaminhada').waitFor(SOON)
    await admin.getByRole('heading', { name: 'De onde veio' }).waitFor(SOON)
    await faultless(admin, 'cloud-forwarded')
  })

  it('a schedule takes a template, and names what is not filled', async () => {
    await admin.goto('/schedules')
    await admin.getByRole('button', { name: 'Adicionar agendamento' }).first().click(SOON)
    const dialog = admin.getByRole('dialog')
    await dialog.getByRole('combobox', { name: /^Contato/ }).click(SOON)
    await admin.getByPlaceholder('Buscar…').fill('Rui')
    await admin.getByRole('option', { name: /Rui Repasse/ }).click(SOON)
    await dialog.getByRole('combobox', { name: /^Modelo/ }).click(SOON)
    await admin.getByRole('option', { name: /pedido_atualizado/ }).click(SOON)
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await dialog.getByText('Preencha este valor').first().waitFor(SOON)
    await faultless(admin, 'cloud-schedule-unfilled')
    await dialog.getByRole('textbox', { name: 'numero' }).fill('1024')
    await dialog.getByRole('textbox', { name: 'situacao' }).fill('a caminho')
    await dialog.getByText(/Seu pedido mudou de situação: a caminho/).waitFor(SOON)
    await faultless(admin, 'cloud-schedule-template')
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await dialog.waitFor({ state: 'detached', ...SOON })
    await admin
      .getByText(/Rui Repasse/)
      .first()
      .waitFor(SOON)
  })

  it('a rating takes a template for a closed window', async () => {
    await admin.goto('/connections')
    await admin
      .getByRole('button', { name: /^Editar/ })
      .first()
      .click(SOON)
    const dialog = admin.getByRole('dialog')
    await dialog.getByRole('tab', { name: 'Mensagens' }).click(SOON)
    await dialog.getByRole('combobox', { name: /^Modelo da avaliação/ }).click(SOON)
    await admin.getByRole('option', { name: /pedido_atualizado/ }).click(SOON)
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await dialog.getByText('Preencha este valor').first().waitFor(SOON)
    await dialog.getByRole('textbox', { name: 'numero' }).fill('{{protocol}}')
    await dialog.getByRole('textbox', { name: 'situacao' }).fill('resolvido; que nota você dá?')
    await dialog
      .getByText(/que nota você dá/)
      .last()
      .waitFor(SOON)
    await faultless(admin, 'cloud-rating-template')
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await dialog.waitFor({ state: 'detached', ...SOON })
  })

  it('the header of a template shows a sample, which is uploaded as it is chosen', async () => {
    await admin.goto('/templates')
    await admin.getByText('pedido_atualizado').waitFor(SOON)
    await admin.getByRole('button', { name: 'Adicionar modelo' }).click(SOON)
    const dialog = admin.getByRole('dialog', { name: 'Adicionar modelo' })
    await dialog.getByLabel('Nome').fill('foto_do_dia')
    await dialog.getByLabel('Cabeçalho').selectOption('IMAGE')
    await dialog
      .getByRole('textbox', { name: /^Texto/ })
      .first()
      .fill('Veja o que saiu do forno hoje.')
    await dialog.getByRole('button', { name: 'Enviar para análise' }).click()
    await dialog.getByText('Escolha um arquivo de exemplo.').first().waitFor(SOON)
    const file = dialog.locator('input[type=file]')
    await file.setInputFiles({ name: 'bolo.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') })
    await dialog.getByText('bolo.gif não é de um tipo aceito aqui: JPEG, PNG.').waitFor(SOON)
    await faultless(admin, 'cloud-template-wrong-file')
    await file.setInputFiles({ name: 'bolo.png', mimeType: 'image/png', buffer: png(640, 360) })
    await dialog.getByText('A Meta recebeu o arquivo.').first().waitFor(SOON)
    await faultless(admin, 'cloud-template-header')
    await dialog.getByRole('button', { name: 'Enviar para análise' }).click()
    await dialog.waitFor({ state: 'detached', ...SOON })
    await admin.getByText('foto_do_dia').waitFor(SOON)
  })

  it('texts that leave by themselves tell of the window', async () => {
    await admin.goto('/settings')
    // The billing systems have buttons of their own further down.
    const save = admin.getByRole('button', { name: 'Salvar' }).first()
    const text = admin.getByRole('textbox', { name: /anivers/i })
    await text.fill('Feliz aniversário, {{firstName}}!')
    await save.click()
    const note = admin.getByRole('note').filter({ hasText: 'Oficial' })
    await note.waitFor(SOON)
    await note.scrollIntoViewIfNeeded()
    await faultless(admin, 'cloud-birthday-missing')
    await admin.getByRole('combobox', { name: /^Modelo para depois/ }).click(SOON)
    await admin.getByRole('option', { name: /oferta_da_semana/ }).click(SOON)
    await save.click()
    await admin.getByText('Preencha todas as variáveis do modelo.').waitFor(SOON)
    await admin.getByRole('textbox', { name: 'oferta' }).fill('um bolo para {{firstName}}')
    await faultless(admin, 'cloud-birthday')
    await onPhone(admin, admin.getByRole('textbox', { name: 'oferta' }), 'cloud-birthday-phone')
    await save.click()
    await admin.getByText('Operação atualizada com sucesso.').last().waitFor(SOON)
    await admin.goto('/statusBudGets')
    await admin.getByRole('button', { name: 'Adicionar status' }).first().click(SOON)
    const dialog = admin.getByRole('dialog')
    await dialog.getByLabel('Nome').fill('A caminho')
    await dialog.getByLabel(/^Mensagem/).fill('Seu pedido {{number}} está a caminho.')
    await dialog.getByRole('combobox', { name: /^Modelo para depois/ }).click(SOON)
    await admin.getByRole('option', { name: /pedido_atualizado/ }).click(SOON)
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await dialog.getByText('Preencha este valor').first().waitFor(SOON)
    await dialog.getByRole('textbox', { name: 'numero' }).fill('{{number}}')
    await dialog.getByRole('textbox', { name: 'situacao' }).fill('{{status}}')
    await dialog.getByText(/mudou de situação: A caminho/).waitFor(SOON)
    await faultless(admin, 'cloud-status-template')
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await dialog.waitFor({ state: 'detached', ...SOON })
  })

  it('a super user keeps the prices', async () => {
    const root = await enter(browser, company, await makeSuperUser())
    await root.goto('/server')
    // Beside the prices of AI.
    const table = root.locator('section[aria-labelledby="message-prices"]')
    const rows = table.getByRole('textbox', { name: /Uma linha por preço/ })
    const currency = table.getByRole('textbox', { name: 'Moeda' })
    const save = table.getByRole('button', { name: 'Salvar' })
    await rows.fill('55\tmarketing\tcaro')
    await currency.fill('R$')
    await save.click()
    await root.getByText('Linha 1: o preço é um número de 0 a 100.').waitFor(SOON)
    await root.getByText('Código de três letras, como BRL').waitFor(SOON)
    await faultless(root, 'cloud-prices-wrong')
    await onPhone(root, save, 'cloud-prices-phone')
    await currency.fill('BRL')
    await rows.fill('55\tmarketing\t0,3125\n55\tutility\t0,034\n*\tmarketing\t0,45')
    await save.click()
    await root.getByText('Preços salvos').waitFor(SOON)
    await root.reload()
    await expect.poll(() => rows.inputValue(), SOON).toMatch(/^55\tmarketing\t0,3125\n/)
  })

  it('a colleague without the right has no way there', async () => {
    const colleague = await enter(browser, company, company.attendants[0])
    for (const path of ['/templates', '/connections', '/server']) {
      await colleague.goto(path)
      await colleague.getByText(/não possui permissão para acessar essa página/).waitFor(SOON)
      await colleague.waitForURL(url => url.pathname === '/tickets', SOON)
      await colleague.getByText('Nenhum atendimento com você').waitFor(SOON)
      await faultless(colleague, `cloud-refused${path.replace('/', '-')}`)
    }
  })

  it.each([
    ['en', 'Official API'],
    ['es', 'API oficial'],
  ])('its screens are there in %s', async (language, provider) => {
    await admin.evaluate(value => localStorage.setItem('balcao.language', value), language)
    await admin.goto('/connections')
    await admin.getByText(new RegExp(provider)).first().waitFor(SOON)
    await faultless(admin, `cloud-connections-${language}`)
    await admin.goto('/templates')
    await admin.getByText('pedido_atualizado').waitFor(SOON)
    await faultless(admin, `cloud-templates-${language}`)
    await admin.getByRole('button', { name: /^(Add template|Agregar plantilla)$/ }).click(SOON)
    await admin.getByRole('dialog').waitFor(SOON)
    await faultless(admin, `cloud-editor-${language}`)
  })
})
