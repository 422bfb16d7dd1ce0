/**
 * Tests the tickets report: changes since it was loaded, filters, a ticket's log, and the
 * spreadsheet opened from the bell.
 */
import ExcelJS from 'exceljs'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startBrowser } from './support/browser.ts'
import { type Company, openCompany } from './support/company.ts'
import { CROSSED, faultless } from './support/faultless.ts'
import { connect, enter, leaveAll, SOON } from './support/serve.ts'
import { type Simulator, simulator } from './support/simulator.ts'

const BUSINESS = '5511900000063'
const MARIA = '5511988886161'
const JOSE = '5511966666161'

let company: Company
let browser: Browser
let admin: Page
let sim: Simulator

beforeAll(async () => {
  company = await openCompany('dos Relatórios')
  browser = await startBrowser()
  sim = simulator(company.simUrl)
  await sim.addPhone(MARIA, 'Maria Aparecida de Alcântara Cavalcanti')
  await sim.addPhone(JOSE, '=José')
  admin = await enter(browser, company, company.admin)
})

afterAll(async () => {
  await leaveAll()
  await browser?.close()
})

describe('the report', () => {
  it('begins empty, and has the tickets of the days', async () => {
    await admin.goto('/reports')
    await admin.getByText('Nenhum atendimento neste período').waitFor(SOON)
    await faultless(admin, 'reports-empty')
    await admin.goto('/connections')
    await connect(admin, sim, BUSINESS)
    await admin.goto('/reports')
    await admin.getByText('Nenhum atendimento neste período').waitFor(SOON)
    for (const from of [MARIA, JOSE]) await sim.send(from, { to: BUSINESS, type: 'text', text: 'Bom dia, tudo bem?' })
    // The rows on screen stay until the person asks for newer ones.
    await admin.getByText('Houve mudanças.').waitFor(SOON)
    await faultless(admin, 'reports-outdated')
    const rows = admin.getByRole('table').getByRole('row')
    await expect
      .poll(
        async () => {
          const refresh = admin.locator('main').getByRole('button', { name: 'Atualizar' })
          if (await refresh.isVisible()) await refresh.click()
          return rows.count()
        },
        { timeout: SOON.timeout },
      )
      .toBe(3)
    // The last column links to the ticket, and must be in view on a small notebook too.
    await admin.setViewportSize({ width: 1280, height: 720 })
    const beyond = await admin
      .getByRole('table')
      .evaluate(({ parentElement: box }) => box!.scrollWidth - box!.clientWidth)
    expect(beyond).toBe(0)
    await admin.setViewportSize({ width: 1440, height: 900 })
    await faultless(admin, 'reports-rows')
  })

  it('is filtered, and shows what happened to a ticket', async () => {
    await admin.getByRole('combobox', { name: 'Contato' }).click()
    await admin.getByPlaceholder('Buscar…').fill('apareci')
    await admin.getByRole('option', { name: /^Nome ou número com/ }).waitFor(SOON)
    await admin.getByRole('option', { name: /^Maria Aparecida/ }).click()
    await admin.getByRole('button', { name: 'Filtrar' }).click()
    await admin.getByText('1-1 de 1').waitFor(SOON)
    expect(new URL(admin.url()).searchParams.get('contactId')).toBeTruthy()
    await admin.getByRole('button', { name: /^Histórico de Maria/ }).click()
    await admin.getByRole('dialog').getByText('Atendimento criado').waitFor(SOON)
    await faultless(admin, 'reports-log')
    await admin.keyboard.press('Escape')
    await admin.getByRole('button', { name: 'Limpar filtros' }).click()
    await admin.getByText('1-2 de 2').waitFor(SOON)
  })

  it('is exported, and the bell has the spreadsheet', async () => {
    await admin.getByRole('button', { name: 'Exportar Excel' }).click()
    await admin.getByText('Exportação iniciada. O arquivo aparece no sino.').waitFor(SOON)
    await admin.getByRole('button', { name: /^Notificações/ }).click()
    const link = admin.getByRole('link', { name: /^Baixar: Relatório, / })
    await link.waitFor(SOON)
    await faultless(admin, 'reports-bell', CROSSED.slice(0, 1))
    const [download] = await Promise.all([admin.waitForEvent('download'), link.click()])
    expect(download.suggestedFilename()).toBe('relatorio-de-atendimentos.xlsx')
    const book = new ExcelJS.Workbook()
    await book.xlsx.readFile(await download.path())
    const sheet = book.getWorksheet('RelatorioDeAtendimentos')!
    // The order of the two chats is not guaranteed.
    const names = sheet.getColumn(2).values.slice(1) as string[]
    expect(names[0]).toBe('Contato')
    expect(names.slice(1).sort()).toEqual(["'=José", 'Maria Aparecida de Alcântara Cavalcanti'])
    expect(sheet.getRow(3).getCell(6).value).toBe('Bom dia, tudo bem?')
  })
})
