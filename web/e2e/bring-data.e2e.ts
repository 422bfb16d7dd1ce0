/**
 * Plays an admin who moves in from Ticketz: uploads a small dump, looks at what would come, brings
 * it, reads an imported conversation in the inbox, and removes all of it again.
 */
import { gzipSync } from 'node:zlib'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startBrowser } from './support/browser.ts'
import { openCompany } from './support/company.ts'
import { faultless } from './support/faultless.ts'
import { alarms, bubble, enter, leaveAll, list, row, SOON } from './support/serve.ts'
import './support/steps.ts'
import { ticketzDump } from './support/ticketz-dump.ts'

const WIDE = { width: 1440, height: 900 }
let browser: Browser
let admin: Page

beforeAll(async () => {
  browser = await startBrowser()
  const company = await openCompany('da Mudança')
  admin = await enter(browser, company, company.admin)
})
afterAll(async () => {
  await leaveAll()
  await browser?.close()
})

const step = (name: string) => admin.getByRole('listitem', { name, exact: true })

describe('moving in', () => {
  it('begins at the screen found by the name of the other system', async () => {
    await admin.goto('/tickets')
    await admin.getByRole('tab', { name: 'Aguardando' }).waitFor(SOON)
    await admin.keyboard.press('Control+k')
    await admin.getByPlaceholder('Ir para, buscar contato').fill('ticketz')
    await admin.getByRole('option', { name: 'Trazer dados' }).click(SOON)
    await admin.getByRole('button', { name: 'Ticketz', exact: true }).waitFor(SOON)
    await expect.poll(() => admin.title(), SOON).toBe('Trazer dados · Balcão')
    await faultless(admin, 'bring-data-system')
    await admin.setViewportSize(WIDE)
  })

  it('takes a dump, and shows what would come of it', async () => {
    await admin.getByRole('button', { name: 'Ticketz', exact: true }).click()
    await admin
      .getByLabel('Escolher o dump')
      .and(admin.locator('input'))
      .setInputFiles({ name: 'ticketz.sql.gz', mimeType: 'application/gzip', buffer: gzipSync(ticketzDump()) })
    await admin.getByText(/^Enviado/).waitFor(SOON)
    await faultless(admin, 'bring-data-files')
    await admin.setViewportSize(WIDE)
    await admin.getByRole('button', { name: 'Ler o dump' }).click()
    await admin.getByRole('table', { name: 'O que há no dump' }).waitFor(SOON)
    expect(await step('Sistema').textContent()).toContain('Ticketz, empresa Padaria Central')
    await admin.getByRole('row', { name: /^Contatos\s+2\s+1\s+0\s+0\s+1$/ }).waitFor()
    await admin.getByRole('row', { name: /^Mensagens\s+2\s+2\s/ }).waitFor()
    await faultless(admin, 'bring-data-check')
    await admin.setViewportSize(WIDE)
  })

  it('brings it after a question, and the conversation is in the inbox', async () => {
    await admin.getByRole('button', { name: 'Trazer os dados' }).click()
    const question = admin.getByRole('alertdialog', { name: 'Trazer os dados de Ticketz?' })
    await question.getByText('Nenhuma mensagem é enviada a nenhum contato.').waitFor()
    await question.getByRole('button', { name: 'Trazer', exact: true }).click()
    await admin.getByRole('table', { name: 'O que foi trazido' }).waitFor(SOON)
    await faultless(admin, 'bring-data-done')
    await admin.setViewportSize(WIDE)
    await admin.getByRole('link', { name: 'Ver atendimentos' }).click()
    await list(admin, 'Aguardando')
    await row(admin, 'Jurema Antiga').getByRole('button', { name: 'Espiar a conversa' }).click(SOON)
    await bubble(admin, 'Vocês fazem bolo de rolo?').waitFor(SOON)
    await bubble(admin, 'Fazemos, sim! Por encomenda.').waitFor()
  })

  it('is there when the page is opened again, and is removed by typing the name', async () => {
    await admin.goto('/imports')
    await admin.getByRole('button', { name: 'Remover o que foi trazido' }).click(SOON)
    const dialog = admin.getByRole('dialog', { name: 'Remover o que foi trazido de Ticketz?' })
    await dialog.getByRole('textbox').fill('ticketz')
    await dialog.getByRole('button', { name: 'Remover' }).click()
    await admin.getByText('O que foi trazido foi removido').waitFor(SOON)
    await admin.goto('/tickets')
    await list(admin, 'Aguardando')
    await admin.getByText('Ninguém aguardando').or(row(admin, 'Jurema Antiga')).first().waitFor(SOON)
    expect(await row(admin, 'Jurema Antiga').count()).toBe(0)
    expect(alarms).toEqual([])
  })
})
