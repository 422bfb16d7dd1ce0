import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { person, picture, startBrowser } from './support/browser.ts'
import { alarms, leaveAll, openCounter, SOON } from './support/serve.ts'
import './support/steps.ts'

// Tests "Importar do telefone": contacts saved on the handset (edited on the simulator's page) are
// imported.

const BUSINESS = '5511900000611'
const IVO = '5511988880611'
const RUI = '5511988880612'

let browser: Browser
let admin: Page
let handset: Page

beforeAll(async () => {
  browser = await startBrowser()
  const counter = await openCounter(browser, { name: 'da Agenda', business: BUSINESS, customers: [[IVO, 'Ivo']] })
  admin = counter.admin
  handset = await (await person(browser, counter.company.simUrl)).newPage()
  await handset.goto(`/#${BUSINESS}`)
})

afterAll(async () => {
  await handset?.context().close()
  await leaveAll()
  await browser?.close()
})

describe('the address book of a handset', () => {
  it('is written on the simulator’s page: one more, another name, one less', async () => {
    await handset.getByRole('button', { name: 'Agenda' }).click(SOON)
    const dialog = handset.getByRole('dialog', { name: 'Agenda do aparelho' })
    const save = async (name: string, number: string) => {
      await dialog.getByLabel('Nome').fill(name)
      await dialog.getByLabel('Número com DDI').fill(number)
      await dialog.getByRole('button', { name: 'Salvar' }).click()
      await dialog.getByRole('listitem').filter({ hasText: name }).waitFor(SOON)
    }
    await save('Ivo da Oficina', IVO)
    await save('Rui', RUI)
    await save('Sá', '5511988880613')
    await dialog.getByRole('button', { name: 'Alterar Ivo da Oficina' }).click()
    expect(await dialog.getByLabel('Número com DDI').inputValue()).toBe(IVO)
    await save('Ivo do Torno', IVO)
    await dialog.getByRole('button', { name: 'Excluir Sá' }).click()
    await dialog.getByText('Sá', { exact: true }).waitFor({ state: 'detached', ...SOON })
    await picture(handset, 'simulator-address-book')
    expect(await dialog.getByRole('listitem').allInnerTexts()).toHaveLength(2)
    await dialog.getByRole('button', { name: 'Fechar' }).click()
  })

  it('comes into the contacts', async () => {
    await admin.goto('/contacts')
    await admin.getByRole('button', { name: 'Importar do telefone' }).click()
    const dialog = admin.getByRole('dialog', { name: 'Importar do telefone' })
    await dialog.getByRole('button', { name: 'Importar' }).click()
    await dialog.getByText('Novos').waitFor(SOON)
    await admin.keyboard.press('Escape')
    for (const name of ['Ivo do Torno', 'Rui']) await admin.getByText(name, { exact: true }).first().waitFor(SOON)
    expect(alarms).toEqual([])
  })
})
