/**
 * Tests the page of a contact: two numbers of one person are merged and answered where each wrote,
 * the merge is undone, and a contact is blocked in both directions.
 */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startBrowser } from './support/browser.ts'
import { faultless } from './support/faultless.ts'
import { alarms, bubble, composer, leaveAll, openCounter, row, SOON, sendText } from './support/serve.ts'
import type { Simulator } from './support/simulator.ts'

const BUSINESS = '5511955550851'
const RITA = ['5511955550852', 'Rita Moura'] as const
const WORK = ['5521955550852', 'Rita do Trabalho'] as const

let browser: Browser
let sim: Simulator
let admin: Page

beforeAll(async () => {
  browser = await startBrowser()
  ;({ sim, admin } = await openCounter(browser, { name: 'dos Contatos', business: BUSINESS, customers: [RITA, WORK] }))
})

afterAll(async () => {
  await leaveAll()
  await browser?.close()
})

const says = ([number]: readonly [string, string], text: string) =>
  sim.send(number, { to: BUSINESS, type: 'text', text })

const openPage = async (name: string) => {
  await admin.goto('/contacts')
  await admin.getByText(name, { exact: true }).first().hover()
  await admin.getByRole('button', { name: `Página de ${name}` }).click()
  await admin.getByRole('heading', { level: 1, name }).waitFor(SOON)
}

describe('the page of a contact', () => {
  it('suggests the other number, and merges the two', async () => {
    await says(WORK, 'Escrevo do trabalho')
    await admin.goto('/tickets?sub=pending')
    await row(admin, WORK[1]).waitFor(SOON)
    await says(RITA, 'Bom dia, aqui é a Rita')
    await row(admin, RITA[1]).getByRole('button', { name: 'Aceitar' }).click()
    await composer(admin, RITA[1]).waitFor(SOON)
    await openPage(RITA[1])
    await admin.getByText('Pode ser a mesma pessoa').waitFor(SOON)
    await admin.getByText('mesmo final do número').waitFor(SOON)
    await faultless(admin, 'contact-page')
    await admin.getByRole('button', { name: 'Unir', exact: true }).click()
    const dialog = admin.getByRole('dialog')
    await dialog.getByText('É unido').waitFor(SOON)
    await faultless(admin, 'contact-merge')
    await dialog.getByRole('button', { name: 'Unir', exact: true }).click()
    await dialog.waitFor({ state: 'detached', ...SOON })
    await admin.getByText(`${WORK[1]}`, { exact: false }).first().waitFor(SOON)
    await admin.getByRole('button', { name: 'Desfazer a união' }).waitFor(SOON)
    await admin.getByText('Outros números').waitFor(SOON)
    await faultless(admin, 'contact-merged')
  })

  it('answers the merged number where it wrote', async () => {
    await says(WORK, 'E agora do trabalho')
    await admin.goto('/tickets')
    await row(admin, RITA[1]).click()
    await bubble(admin, 'E agora do trabalho').waitFor(SOON)
    await sendText(admin, 'Respondo ao trabalho')
    await sim.until(WORK[0], ({ text }) => text === 'Respondo ao trabalho')
  })

  it('gives everything back when the merge is undone', async () => {
    await openPage(RITA[1])
    await admin.getByRole('button', { name: 'Desfazer a união' }).click()
    await admin.getByText(`União desfeita`, { exact: false }).waitFor(SOON)
    await openPage(WORK[1])
    await says(WORK, 'Sou eu de novo')
    await admin.goto('/tickets?sub=pending')
    await row(admin, WORK[1]).waitFor(SOON)
  })

  it('blocks in both directions, says so, and unblocks from the conversation', async () => {
    await openPage(RITA[1])
    await admin.getByRole('button', { name: 'Bloquear', exact: true }).click()
    await admin.getByRole('alertdialog').getByRole('button', { name: 'Bloquear' }).click()
    await admin.getByText('Este contato está bloqueado.').waitFor(SOON)
    await faultless(admin, 'contact-blocked')
    await says(RITA, 'Isto não chega')
    const ignored = admin.getByText('1 mensagem ignorada', { exact: false })
    // A page just loaded shows it some time later; the next reload is
    // for a message still under way.
    await expect
      .poll(async () => {
        await admin.reload()
        return ignored.waitFor({ timeout: 5000 }).then(
          () => ignored.count(),
          () => 0,
        )
      }, SOON)
      .toBe(1)
    await admin.goto('/tickets')
    await row(admin, RITA[1]).click()
    await admin.getByText('Este contato está bloqueado.').first().waitFor(SOON)
    await faultless(admin, 'contact-blocked-conversation')
    expect(await bubble(admin, 'Isto não chega').count()).toBe(0)
    await admin.getByRole('status').getByRole('button', { name: 'Desbloquear' }).click()
    await composer(admin, RITA[1]).waitFor(SOON)
    await says(RITA, 'Agora chega')
    await bubble(admin, 'Agora chega').waitFor(SOON)
    expect(alarms).toEqual([])
  })
})
