/**
 * Tests custom fields: an admin makes one of each type, an attendant fills them beside
 * a conversation, and they are found, shown, exported, imported by a sheet's columns,
 * and written into quick replies.
 */
import { readFile } from 'node:fs/promises'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startBrowser } from './support/browser.ts'
import type { Company } from './support/company.ts'
import { alarms, composer, enter, leaveAll, openCounter, SOON, takeUp } from './support/serve.ts'
import type { Simulator } from './support/simulator.ts'
import './support/steps.ts'

const BUSINESS = '5511955550961'
const RUTE = ['5511955550962', 'Rute Campos'] as const

/** Name, kind of row, type and choices of each field. */
const FIELDS = [
  ['Bairro', 'Contatos', 'Texto'],
  ['Limite', 'Contatos', 'Número'],
  ['Renovação', 'Contatos', 'Data'],
  ['Segmento', 'Contatos', 'Opções', 'Varejo\nAtacado'],
  ['Fidelidade', 'Contatos', 'Sim ou não'],
  ['Site', 'Contatos', 'Link'],
  ['Motivo', 'Atendimentos', 'Opções', 'Troca\nDúvida'],
  ['Ramo', 'Clientes', 'Texto'],
] as const

let company: Company
let browser: Browser
let sim: Simulator
let admin: Page
let ana: Page

beforeAll(async () => {
  browser = await startBrowser()
  ;({ company, sim, admin } = await openCounter(browser, {
    name: 'dos Campos',
    business: BUSINESS,
    customers: [RUTE],
  }))
})

afterAll(async () => {
  await leaveAll()
  await browser?.close()
})

/** Fills the dialog of a new field, and saves it. */
async function add([name, on, type, choices]: (typeof FIELDS)[number]) {
  await admin.getByRole('button', { name: 'Adicionar campo' }).first().click()
  const dialog = admin.getByRole('dialog')
  await dialog.getByLabel(/^Nome/).fill(name)
  await dialog.getByLabel('Onde aparece').selectOption({ label: on })
  await dialog.getByLabel('Tipo').selectOption({ label: type })
  if (choices) await dialog.getByLabel(/^Opções/).fill(choices)
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  return dialog
}

/** Changes a field where it is shown. */
async function change(page: Page, name: string, value: string, isChosen = false): Promise<void> {
  await page.getByRole('button', { name: `Alterar ${name}`, exact: true }).click()
  const input = page.getByLabel(name, { exact: true })
  if (isChosen) await input.selectOption({ label: value })
  else {
    await input.fill(value)
    await input.press('Enter')
  }
}

/** Waits for the value that a field shows. */
const shows = (page: Page, name: string, value: string) =>
  page.locator('dl', { hasText: name }).getByText(value, { exact: true }).first().waitFor(SOON)

/**
 * Searches the list of contacts for a text that leads to somebody, after one that leads to nobody.
 */
async function find(page: Page, text: string, name: string): Promise<void> {
  const box = page.getByRole('searchbox', { name: 'Buscar por nome, número ou e-mail' })
  await box.fill('ninguém tem isto')
  await page.getByText('Rute Campos', { exact: true }).waitFor({ state: 'detached', ...SOON })
  await box.fill(text)
  await page.getByText(name, { exact: true }).first().waitFor(SOON)
}

describe('custom fields', () => {
  it('are made by an admin, one of each type, and a second of the same name is refused', async () => {
    await admin.goto('/settings')
    await admin.getByRole('tab', { name: 'Campos' }).click()
    for (const field of FIELDS) {
      await add(field)
      await admin.getByRole('list', { name: field[1] }).getByText(field[0], { exact: true }).waitFor(SOON)
    }
    const dialog = await add(FIELDS[0])
    await dialog.getByText('Já existe um campo com este nome.').waitFor(SOON)
    await dialog.getByLabel(/^Nome/).fill('Cidade')
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await admin.getByRole('list', { name: 'Contatos' }).getByText('Cidade', { exact: true }).waitFor(SOON)
    await admin.getByRole('list', { name: 'Contatos' }).getByText('Opções · Varejo, Atacado').waitFor(SOON)
  })

  it('are filled beside the conversation, where a wrong value says what is wrong with it', async () => {
    ana = await enter(browser, company, company.attendants[0])
    await ana.goto('/tickets')
    await takeUp(ana, sim, { from: RUTE[0], name: RUTE[1], to: BUSINESS, text: 'Bom dia' })
    // More than six are folded while they are empty.
    await ana.getByRole('button', { name: 'Mostrar mais 7 campos' }).click(SOON)
    await change(ana, 'Limite', 'muito')
    await ana.getByText('Informe um número', { exact: true }).waitFor(SOON)
    await ana.getByLabel('Limite', { exact: true }).fill('1500,5')
    await ana.getByLabel('Limite', { exact: true }).press('Enter')
    await shows(ana, 'Limite', '1.500,5')
    await change(ana, 'Bairro', 'Vila Mariana')
    await shows(ana, 'Bairro', 'Vila Mariana')
    await change(ana, 'Renovação', '31/12/2026')
    await shows(ana, 'Renovação', '31/12/2026')
    await change(ana, 'Segmento', 'Atacado', true)
    await shows(ana, 'Segmento', 'Atacado')
    await change(ana, 'Fidelidade', 'Sim', true)
    await shows(ana, 'Fidelidade', 'Sim')
    await change(ana, 'Site', 'https://rute.example/loja')
    await ana.getByRole('link', { name: 'rute.example/loja' }).waitFor(SOON)
    await change(ana, 'Motivo', 'Troca', true)
    await shows(ana, 'Motivo', 'Troca')
  })

  it('find the contact by text and choice, and stand on its page', async () => {
    await admin.goto('/contacts')
    await find(admin, 'mariana', RUTE[1])
    await find(admin, 'atacado', RUTE[1])
    await admin.getByText(RUTE[1], { exact: true }).first().hover()
    await admin.getByRole('button', { name: `Página de ${RUTE[1]}` }).click()
    await shows(admin, 'Bairro', 'Vila Mariana')
    await shows(admin, 'Segmento', 'Atacado')
  })

  it('are columns of a sheet, out and in', async () => {
    await admin.goto('/contacts')
    await admin.getByText(RUTE[1], { exact: true }).first().waitFor(SOON)
    await admin.getByRole('button', { name: 'Exportar contatos' }).click()
    await admin.getByRole('menuitem', { name: 'CSV' }).click()
    await admin.getByRole('button', { name: /^Notificações/ }).click()
    const link = admin.getByRole('link', { name: /^Baixar: / })
    await link.waitFor(SOON)
    const [download] = await Promise.all([admin.waitForEvent('download'), link.click()])
    const text = await readFile(await download.path(), 'utf8')
    const [head = [], ...lines] = text.split('\r\n').map(each => each.split(';'))
    const line = lines.find(cells => cells.includes(RUTE[1]))!
    const cell = (name: string) => line[head.indexOf(name)]
    expect(['Bairro', 'Segmento', 'Limite'].map(cell)).toEqual(['Vila Mariana', 'Atacado', '1500,5'])
    await admin.keyboard.press('Escape')
    await admin.getByRole('button', { name: 'Importar planilha' }).click()
    const dialog = admin.getByRole('dialog', { name: 'Importar contatos' })
    const sheet =
      'Nome;Telefone;Segmento;Limite\r\nSara Sul;11 95555-0963;Varejo;20\r\nTito Luz;11 95555-0964;Errado;5\r\n'
    await dialog
      .locator('input[type=file]')
      .setInputFiles({ name: 'contatos.csv', mimeType: 'text/csv', buffer: Buffer.from(sheet) })
    await dialog.getByText('O valor não serve para o campo Segmento.', { exact: false }).waitFor(SOON)
    await admin.keyboard.press('Escape')
    await find(admin, 'varejo', 'Sara Sul')
  })

  it('fill a quick reply', async () => {
    await admin.goto('/quick-messages')
    await admin.getByRole('button', { name: 'Adicionar resposta rápida' }).first().click()
    const dialog = admin.getByRole('dialog')
    await dialog.getByLabel('Atalho').fill('/bairro')
    await dialog.getByLabel('Mensagem').fill('Entregamos em {{field.Bairro}}, {{firstName}}.')
    await dialog.getByRole('switch', { name: 'De toda a empresa' }).click()
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await dialog.waitFor({ state: 'detached', ...SOON })
    await composer(ana).focus()
    await ana.keyboard.type('/bai')
    await ana.getByRole('option', { name: /bairro/ }).click(SOON)
    const text = 'Entregamos em Vila Mariana, Rute.'
    await expect.poll(() => composer(ana).inputValue(), SOON).toBe(text)
    await composer(ana).press('Enter')
    await sim.until(RUTE[0], message => message.text === text)
    expect(alarms).toEqual([])
  })
})
