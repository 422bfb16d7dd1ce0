/**
 * Tests the bot: it leads a customer through a queue's options; an admin follows its position live
 * and takes over.
 */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signedIn } from './support/api.ts'
import { accessibilityFaults } from './support/axe.ts'
import { picture, startBrowser } from './support/browser.ts'
import type { Company } from './support/company.ts'
import { alarms, bubble, composer, leaveAll, openCounter, row, SOON } from './support/serve.ts'
import type { Simulator } from './support/simulator.ts'

const BUSINESS = '5511900000061'
const TANIA = '5511988880061'
const OTTO = '5511988880661'

let browser: Browser
let sim: Simulator
let admin: Page

/** Creates options of the queue Vendas in three levels. */
async function makeMenu({ admin }: Company) {
  const { call } = await signedIn(admin)
  const queueId = (await call<{ id: string; name: string }[]>('GET', '/queue')).find(
    ({ name }) => name === 'Vendas',
  )!.id
  const add = (title: string, changes: object = {}) => call('POST', '/queue-options', { queueId, title, ...changes })
  const budget = await add('Orçamento', { message: 'Sobre o quê?' })
  const parts = await add('Peças', { parentId: budget.id, message: 'Novas ou usadas?' })
  await add('Novas', { parentId: parts.id })
}

beforeAll(async () => {
  browser = await startBrowser()
  ;({ sim, admin } = await openCounter(browser, {
    name: 'do Robô',
    business: BUSINESS,
    customers: [
      [TANIA, 'Tânia Reis'],
      [OTTO, 'Otto Braga'],
    ],
    prepare: makeMenu,
  }))
  await admin.goto('/tickets')
  await admin.getByLabel('Todos').click()
  await admin.getByRole('tab', { name: 'Aguardando' }).click()
})

afterAll(async () => {
  await leaveAll()
  await browser?.close()
})

const answer = (text: string) => sim.send(TANIA, { to: BUSINESS, type: 'text', text })
const stands = (where: string) => admin.getByText(`Robô: ${where}`, { exact: true }).waitFor(SOON)

describe('the bot', () => {
  it('says where it stands with the contact to who looks in, live', async () => {
    await answer('oi')
    await row(admin, 'Tânia Reis').getByLabel('O robô está atendendo').waitFor(SOON)
    await row(admin, 'Tânia Reis').hover()
    await row(admin, 'Tânia Reis').getByRole('button', { name: 'Espiar a conversa' }).click()
    await stands('Vendas')
    await answer('1')
    await stands('Vendas › Orçamento')
    await answer('1')
    await stands('Vendas › Orçamento › Peças')
    await picture(admin, 'bot-spied')
    expect(await accessibilityFaults(admin)).toEqual([])
    await admin.getByRole('dialog').getByRole('button', { name: 'Fechar' }).click()
  })

  it('answers who writes without a pause while they still write', async () => {
    const isAsked = async () =>
      (await sim.messages(OTTO)).some(({ fromMe, text }) => !fromMe && text?.includes('Orçamento'))
    // Sends 100 messages a second, more than anybody types; the response time depends on the
    // machine.
    const deadline = Date.now() + 60_000
    for (let said = 0; !(await isAsked()); said++) {
      expect(Date.now(), `no answer to ${said * 10} messages`).toBeLessThan(deadline)
      for (let i = 0; i < 10; i++) await sim.send(OTTO, { to: BUSINESS, type: 'text', text: `e mais ${said * 10 + i}` })
      await new Promise(resolve => setTimeout(resolve, 100))
    }
  }, 90_000)

  it('leaves the conversation to who accepts', async () => {
    const ticketId = await row(admin, 'Tânia Reis').getAttribute('data-ticket')
    await admin.goto(`/tickets/${ticketId}`)
    await stands('Vendas › Orçamento › Peças')
    await admin.getByText('O robô está atendendo. Aceite para assumir.').waitFor(SOON)
    await picture(admin, 'bot-pending')
    await admin.locator('main').getByRole('button', { name: 'Aceitar' }).last().click()
    await composer(admin).waitFor(SOON)
    await admin.getByText(/^Robô: Vendas/).waitFor({ state: 'detached', ...SOON })
    const heard = () => sim.messages(TANIA).then(all => all.filter(({ fromMe }) => !fromMe).length)
    const before = await heard()
    await answer('1')
    await answer('Tem alguém aí?')
    // Messages of one person are processed in order: a reply would have come before this one.
    await bubble(admin, 'Tem alguém aí?').waitFor(SOON)
    expect(await heard()).toBe(before)
    expect(alarms).toEqual([])
  })
})
