/**
 * Tests a campaign: a sheet with mistakes imported and corrected, the texts, the report live while
 * phones reply, stopped, resumed, finished, exported as CSV.
 */
import { readFile } from 'node:fs/promises'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signedIn } from './support/api.ts'
import { startBrowser } from './support/browser.ts'
import { faultless } from './support/faultless.ts'
import { png } from './support/media.ts'
import { alarms, leaveAll, openCounter, SOON } from './support/serve.ts'
import type { Simulator } from './support/simulator.ts'

const BUSINESS = '5511900000081'
/** Numbers of a sheet of 100 rows; the last number has no phone. */
const PHONES = Array.from({ length: 99 }, (_, i) => `5511977728${String(i).padStart(3, '0')}`)
const NOBODY = '5511977728999'
/** Phone of the admin, who is on no list. */
const OWN = '5511977729001'
const [LEAVES, ...ANSWER] = PHONES as [string, ...string[]]
const NAME = 'Volta às aulas'

const sheet = (rows: readonly string[]) => ({
  name: 'clientes.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(['nome;numero', ...rows].join('\r\n')),
})
const good = [...PHONES, NOBODY].map((number, i) => `Cliente ${i};${number}`)
/**
 * Same rows with six mistakes: no number, an invalid number, or a duplicate of an earlier row.
 */
const flawed = good.map((row, i) => {
  if (i % 50 === 48) return `Cliente ${i};`
  if (i % 50 === 49) return `Cliente ${i};12x`
  return i % 50 === 47 ? good[i - 1]! : row
})

let browser: Browser
let admin: Page
let sim: Simulator

beforeAll(async () => {
  browser = await startBrowser()
  ;({ sim, admin } = await openCounter(browser, {
    name: 'das Campanhas',
    business: BUSINESS,
    customers: [[OWN, 'Dona'], ...PHONES.map((number, i) => [number, `Cliente ${i}`] as const)],
    prepare: async ({ admin: owner }) => {
      const { call } = await signedIn(owner)
      await call('POST', '/contact-lists', { name: 'Clientes' })
      // Sends at any hour and without pauses.
      const pace = { messageInterval: 0, longerIntervalAfter: 0, greaterInterval: 0 }
      const settings = { ...pace, hoursStart: '00:00', hoursEnd: '00:00', dailyLimit: 'off' }
      await call('POST', '/campaign-settings', { settings })
    },
  }))
})

afterAll(async () => {
  await leaveAll()
  await browser?.close()
})

/** Sends the business the same text from each number, one after the other. */
async function answer(numbers: readonly string[], text: string): Promise<void> {
  for (const number of numbers) await sim.send(number, { to: BUSINESS, type: 'text', text })
}

const chip = (name: string, count: number) => admin.getByRole('button', { name: `${name} ${count}`, exact: true })

describe('a campaign', () => {
  it('has its list from a sheet, whose mistakes are named and corrected', async () => {
    await admin.goto('/contact-lists')
    await admin.getByRole('button', { name: 'Importar planilha para Clientes' }).click(SOON)
    const dialog = admin.getByRole('dialog', { name: 'Importar para Clientes' })
    await dialog.locator('input[type=file]').setInputFiles(sheet(flawed))
    await dialog.getByText('6 linhas não foram importadas').waitFor(SOON)
    await faultless(admin, 'campaigns-import')
    await dialog.getByRole('button', { name: 'Enviar planilha corrigida' }).click()
    await dialog.locator('input[type=file]').setInputFiles(sheet(good))
    await dialog.getByText('100 linhas lidas.').waitFor(SOON)
    await admin.keyboard.press('Escape')
    await faultless(admin, 'campaigns-lists')
  })

  it('is built with a confirmation and a picture, and starts', async () => {
    await admin.goto('/campaigns')
    await admin.getByText('Nenhuma campanha ainda').waitFor(SOON)
    await faultless(admin, 'campaigns-empty')
    await admin.getByRole('button', { name: 'Adicionar campanha' }).first().click()
    const dialog = admin.getByRole('dialog', { name: 'Adicionar campanha' })
    await dialog.getByLabel(/^Nome/).fill(NAME)
    await dialog.getByRole('combobox', { name: /^Lista de contatos/ }).click()
    await admin.getByRole('option', { name: /^Clientes/ }).click(SOON)
    await dialog.getByRole('combobox', { name: /^Conexão/ }).click()
    await admin.getByRole('option', { name: /^Loja matriz/ }).click(SOON)
    await dialog.getByLabel(/^Envio/).selectOption('now')
    await dialog.getByTestId('media').setInputFiles({ name: 'oferta.png', mimeType: 'image/png', buffer: png(64, 48) })
    await dialog.getByLabel(/^Pedir confirmação antes/).click()
    await dialog.getByRole('textbox', { name: /^Confirmação 1/ }).fill('{{firstName}}, quer ver a oferta?')
    await dialog.getByRole('textbox', { name: /^Mensagem 1/ }).fill('Aqui está, {{firstName}}')
    await dialog.getByText(/destinatários · leva cerca de/).waitFor(SOON)
    await faultless(admin, 'campaigns-dialog')
    await dialog.getByRole('button', { name: 'Enviar teste' }).click()
    await dialog.getByRole('alert').waitFor(SOON)
    await dialog.getByLabel('Seu número').pressSequentially(OWN.slice(2))
    await admin.keyboard.press('Enter')
    await admin.getByText('Teste enviado para (11) 97772-9001').waitFor(SOON)
    await sim.until(OWN, message => message.type === 'image')
    expect((await sim.messages(OWN)).map(({ text }) => text ?? '')).toContainEqual(
      expect.stringMatching(/^Aqui está, \S/),
    )
    await faultless(admin, 'campaigns-test')
    await dialog.getByRole('button', { name: 'Iniciar agora' }).click()
    await dialog.waitFor({ state: 'detached', ...SOON })
    // The campaign starts at the next full minute.
    await admin.getByText('Em Andamento').first().waitFor({ timeout: 120_000 })
    await faultless(admin, 'campaigns-list')
    await admin.getByRole('button', { name: `Relatório de ${NAME}` }).click()
  })

  it('is followed live while phones answer, and one wants nothing more', async () => {
    await chip('Confirmação pedida', 99).waitFor(SOON)
    await chip('Sem WhatsApp', 1).waitFor(SOON)
    await answer([LEAVES], 'sair')
    await chip('Descadastrado', 1).waitFor(SOON)
    await answer(ANSWER.slice(0, 50), 'Quero')
    await admin.getByText('50 de 99 entregues').or(admin.getByText('50 de 98 entregues')).waitFor(SOON)
    await chip('Confirmação pedida', 48).waitFor(SOON)
    expect((await sim.until(ANSWER[0]!, message => message.type === 'image')).fromMe).toBe(false)
    await faultless(admin, 'campaigns-report')
  })

  it('stops, goes on where it stopped, and ends', async () => {
    await admin.getByRole('button', { name: `Cancelar ${NAME}` }).click()
    await admin.getByText('Cancelada', { exact: true }).waitFor(SOON)
    await admin.getByRole('button', { name: `Continuar ${NAME}` }).click()
    await admin.getByRole('alertdialog').getByRole('button', { name: 'Continuar' }).click()
    await admin.getByText('Em Andamento', { exact: true }).waitFor(SOON)
    await answer(ANSWER.slice(50), 'Quero')
    await admin.getByText('98 de 98 entregues').waitFor(SOON)
    await admin.getByText('Finalizada', { exact: true }).first().waitFor(SOON)
    for (const number of PHONES) {
      const texts = (await sim.messages(number)).filter(({ text }) => text?.startsWith('Aqui está'))
      expect(texts).toHaveLength(number === LEAVES ? 0 : 1)
    }
    // A reload shows the same figures as the live events did.
    await admin.reload()
    await admin.getByText('98 de 98 entregues').waitFor(SOON)
    await faultless(admin, 'campaigns-finished')
  })

  it('leaves as CSV', async () => {
    await admin.getByRole('button', { name: 'Exportar' }).click()
    await admin.getByRole('menuitem', { name: 'CSV' }).click()
    await admin.getByRole('button', { name: /^Notificações/ }).click()
    const link = admin.getByRole('link', { name: /^Baixar: Relatório da campanha/ })
    await link.waitFor(SOON)
    const [download] = await Promise.all([admin.waitForEvent('download'), link.click()])
    const lines = (await readFile(await download.path(), 'utf8')).trim().split('\r\n')
    expect(lines).toHaveLength(101)
    expect(lines.find(line => line.startsWith(LEAVES))).toContain(';Descadastrado;')
    await admin.goto('/campaigns-config')
    await admin.getByText('Intervalos').first().waitFor(SOON)
    await faultless(admin, 'campaigns-config')
    expect(alarms).toEqual([])
  })
})
