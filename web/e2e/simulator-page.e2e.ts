import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accessibilityFaults } from './support/axe.ts'
import { person, picture, startBrowser } from './support/browser.ts'
import { leaveAll, openCounter, SOON } from './support/serve.ts'
import './support/steps.ts'

// Plays the simulator's own page at 1440 px: proposed numbers, explained faults, nothing cut.

const NAME = 'Maria Aparecida dos Santos Conceição'

let browser: Browser
let page: Page

beforeAll(async () => {
  browser = await startBrowser()
  const counter = await openCounter(browser, {
    name: 'do Simulador',
    business: '5511900000631',
    customers: [['5511988880001', NAME]],
  })
  page = await (await person(browser, counter.company.simUrl, { width: 1440, height: 900 })).newPage()
  await page.goto('/#5511988880001')
  await page.getByRole('button', { name: new RegExp(NAME) }).waitFor(SOON)
})

afterAll(async () => {
  await page?.context().close()
  await leaveAll()
  await browser?.close()
})

describe('the page of the simulator', () => {
  it('cuts nothing at 1440 px', async () => {
    await picture(page, 'simulator-1440')
    const cut = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('body :not(.skip)')]
        .filter(each => each.scrollWidth > each.clientWidth + 1 && each.clientWidth > 1)
        .filter(each => getComputedStyle(each).overflowX !== 'visible')
        .map(each => `${each.tagName} ${each.id}: ${each.textContent.slice(0, 60)}`),
    )
    expect(cut).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(1440)
  })

  it('proposes the next free number', async () => {
    await page.getByRole('button', { name: 'Novo telefone' }).click()
    const dialog = page.getByRole('dialog', { name: 'Novo telefone' })
    expect(await dialog.getByLabel('Número com DDI').inputValue()).toBe('5511988880002')
    await dialog.getByRole('button', { name: 'Cancelar' }).click()
    await page.getByRole('button', { name: 'Parear empresa' }).click()
    const pairing = page.getByRole('dialog', { name: 'Parear o aparelho da empresa' })
    expect(await pairing.getByLabel('Número da empresa').inputValue()).toMatch(/^55119000\d{5}$/)
    await pairing.getByRole('button', { name: 'Cancelar' }).click()
  })

  it('explains faults and a hostile phone', async () => {
    await page.getByRole('button', { name: 'Falhas' }).click()
    const faults = page.getByRole('dialog', { name: 'Falhas' })
    await faults.getByText('A conexão da empresa cai e volta.').waitFor(SOON)
    await faults.locator('select[name=kind]').selectOption('latency')
    await faults.getByText('Tudo o que passa demora mais.').waitFor(SOON)
    await picture(page, 'simulator-faults')
    expect(await accessibilityFaults(page)).toEqual([])
    await faults.getByRole('button', { name: 'Fechar' }).click()
    await page.locator('#chats button').first().click()
    await page.getByRole('button', { name: 'Hostil' }).click()
    const hostile = page.getByRole('dialog', { name: 'Telefone hostil' })
    await hostile.getByText('o que um honesto nunca mandaria').waitFor(SOON)
    await picture(page, 'simulator-hostile')
    expect(await accessibilityFaults(page)).toEqual([])
  })
})
