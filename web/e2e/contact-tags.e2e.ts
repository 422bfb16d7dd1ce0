/**
 * Tests tags of a contact: set beside a conversation, still there after the ticket ended, on the
 * contact's page, in the filter of the list, and set and taken away from several contacts at once.
 */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signedIn } from './support/api.ts'
import { startBrowser } from './support/browser.ts'
import { faultless } from './support/faultless.ts'
import { alarms, leaveAll, openCounter, resolveOpen, row, SOON, takeUp } from './support/serve.ts'
import type { Simulator } from './support/simulator.ts'
import './support/steps.ts'

const BUSINESS = '5511955550881'
const NINA = ['5511955550882', 'Nina Prado'] as const
const OTTO = ['5511955550883', 'Otto Reis'] as const

let browser: Browser
let sim: Simulator
let admin: Page

beforeAll(async () => {
  browser = await startBrowser()
  ;({ sim, admin } = await openCounter(browser, {
    name: 'das Tags',
    business: BUSINESS,
    customers: [NINA, OTTO],
    prepare: async ({ admin }) => {
      const { call } = await signedIn(admin)
      await call('POST', '/tags', { name: 'Cliente fiel', color: '#16a34a' })
      await call('POST', '/tags', { name: 'Revenda', color: '#a20118' })
    },
  }))
})

afterAll(async () => {
  await leaveAll()
  await browser?.close()
})

describe('tags of a contact', () => {
  it('are set beside the conversation, and outlive the ticket', async () => {
    await admin.goto('/tickets')
    await takeUp(admin, sim, { from: NINA[0], name: NINA[1], to: BUSINESS, text: 'Bom dia' })
    await admin.getByRole('combobox', { name: 'Tags do contato' }).click()
    await admin.getByRole('option', { name: 'Cliente fiel' }).click()
    await admin.keyboard.press('Escape')
    await admin.getByText('Cliente fiel', { exact: true }).first().waitFor(SOON)
    await faultless(admin, 'contact-tags-conversation')
    await admin.setViewportSize({ width: 1440, height: 900 })
    await resolveOpen(admin)
    await row(admin, NINA[1]).waitFor({ state: 'detached', ...SOON })
    await takeUp(admin, sim, { from: NINA[0], name: NINA[1], to: BUSINESS, text: 'De novo' })
    await admin.getByText('Cliente fiel', { exact: true }).first().waitFor(SOON)
  })

  it('filter the list of contacts', async () => {
    await sim.send(OTTO[0], { to: BUSINESS, type: 'text', text: 'Oi' })
    await admin.goto('/contacts')
    await admin.getByText(OTTO[1], { exact: true }).first().waitFor(SOON)
    await admin.getByRole('combobox', { name: 'Tags do contato' }).click()
    await admin.getByRole('option', { name: 'Cliente fiel' }).click()
    await admin.keyboard.press('Escape')
    await admin
      .getByText(OTTO[1], { exact: true })
      .first()
      .waitFor({ state: 'detached', ...SOON })
    await admin.getByText(NINA[1], { exact: true }).first().waitFor(SOON)
    await faultless(admin, 'contact-tags-list')
  })

  it('are set for the selected contacts, undone, and taken away', async () => {
    await admin.setViewportSize({ width: 1440, height: 900 })
    await admin.goto('/contacts')
    const tagged = admin.getByRole('main').getByRole('listitem').filter({ hasText: 'Revenda' })
    const faithful = admin.getByRole('main').getByRole('listitem').filter({ hasText: 'Cliente fiel' })
    const both = async (action: string, tag: string) => {
      for (const [, name] of [NINA, OTTO]) await admin.getByRole('checkbox', { name: `Selecionar ${name}` }).click(SOON)
      await admin.getByRole('toolbar').getByRole('button', { name: action }).click()
      await admin.getByRole('menuitem', { name: tag }).click()
    }
    await both('Pôr tag', 'Revenda')
    await admin.getByText('Tag posta em 2 contatos').waitFor(SOON)
    await expect.poll(() => tagged.count(), SOON).toBe(2)
    await admin.getByRole('button', { name: 'Desfazer' }).first().click()
    await expect.poll(() => tagged.count(), SOON).toBe(0)
    await admin.reload()
    await both('Pôr tag', 'Revenda')
    await expect.poll(() => tagged.count(), SOON).toBe(2)
    expect(await faithful.count()).toBe(1)
    await admin.reload()
    await both('Tirar tag', 'Revenda')
    await admin.getByText('Tag tirada de 2 contatos').waitFor(SOON)
    await expect.poll(() => tagged.count(), SOON).toBe(0)
    expect(await faithful.count()).toBe(1)
    expect(alarms).toEqual([])
  })
})
