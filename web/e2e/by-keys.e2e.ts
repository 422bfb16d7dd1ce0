import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signedIn } from './support/api.ts'
import { startBrowser } from './support/browser.ts'
import type { Company } from './support/company.ts'
import { faultless } from './support/faultless.ts'
import { alarms, composer, enter, leaveAll, openCounter, row, SOON } from './support/serve.ts'
import type { Simulator } from './support/simulator.ts'

// Serves fifteen waiting conversations with the keyboard alone, without Tab: each is accepted,
// answered with a quick reply, tagged and noted, then resolved, transferred, returned or snoozed.
// Counts key presses; the letters of a text (of a note, and what narrows a list down) count not.

const BUSINESS = '5511900000171'
const CUSTOMERS = Array.from(
  { length: 15 },
  (_, i) => [`55119888801${String(71 + i)}`, `Cliente ${String.fromCharCode(65 + i)}`] as const,
)
/** Maximum of key presses for one conversation. */
const MOST = 12

let company: Company
let browser: Browser
let sim: Simulator
let ana: Page
let pressed = 0

const press = async (key: string) => {
  pressed++
  await ana.keyboard.press(key)
}
const type = (text: string) => ana.keyboard.type(text)
const focused = () => ana.evaluate(() => document.activeElement?.id ?? '')
/** Waits until the bar has its options, of which one begins with the text. */
const option = (name: string | RegExp) => ana.getByRole('option', { name }).first().waitFor(SOON)

beforeAll(async () => {
  browser = await startBrowser()
  ;({ company, sim } = await openCounter(browser, {
    name: 'das Teclas',
    business: BUSINESS,
    customers: CUSTOMERS,
    prepare: async company => {
      const { call } = await signedIn(company.admin)
      await call('POST', '/quick-messages', {
        shortcode: 'ola',
        message: 'Olá {{firstName}}, já vejo para você.',
        geral: true,
      })
      for (const name of ['Cliente VIP', 'Reclamação']) await call('POST', '/tags', { name, color: '#16a34a' })
    },
  }))
  ana = await enter(browser, company, company.attendants[0])
  await ana.goto('/tickets')
  for (const [number, name] of CUSTOMERS) {
    await sim.send(number, { to: BUSINESS, type: 'text', text: `Bom dia, aqui é ${name}` })
  }
  await ana.keyboard.press('2')
  for (const [, name] of CUSTOMERS) await row(ana, name).first().waitFor(SOON)
  await ana.keyboard.press('1')
})

afterAll(async () => {
  await leaveAll()
  await browser?.close()
})

/** What ends a conversation: its keys, and how one sees that they worked. */
const ENDS = [
  async () => press('e'),
  async () => {
    await press('t')
    await option('Suporte')
    await type('Suporte')
    await press('Enter')
    await expect.poll(() => ana.evaluate(() => document.activeElement?.textContent), SOON).toBe('Transferir')
    await press('Enter')
  },
  async () => press('v'),
  async () => {
    await press('h')
    await ana.getByRole('dialog', { name: /^Adiar/ }).waitFor(SOON)
    await press('Enter')
  },
]

describe('fifteen waiting conversations', () => {
  it(`are served by keys alone, at most ${MOST} each`, async () => {
    for (const [i, [number, name]] of CUSTOMERS.entries()) {
      const text = `Olá Cliente, já vejo para você.`
      pressed = 0
      // Whatever is open now: the field of another conversation takes letters until it is left.
      if ((await focused()) === 'ticket-message') await press('Escape')
      await press('a')
      await ana.getByRole('textbox', { name: `Mensagem para ${name}` }).waitFor(SOON)
      await expect.poll(focused, SOON).toBe('ticket-message')
      await press('/')
      await type('ola')
      await option(/ola/)
      await press('Enter')
      await expect.poll(() => composer(ana).inputValue(), SOON).toBe(text)
      await press('Enter')
      await sim.until(number, message => message.text === text)
      await press('Escape')
      await press('l')
      await option('Cliente VIP')
      await type('vip')
      await press('Enter')
      await press('n')
      await expect.poll(focused, SOON).toBe('ticket-note')
      await type('Prefere à tarde')
      await press('Enter')
      const note = ana.getByRole('textbox', { name: 'Escrever uma observação' })
      await expect.poll(() => note.inputValue(), SOON).toBe('')
      await press('Escape')
      // Most are resolved; the others take the other ways once.
      await ENDS[i % 5 === 0 ? Math.min(i / 5 + 1, 3) : 0]?.()
      await ana.getByRole('textbox', { name: `Mensagem para ${name}` }).waitFor({ state: 'detached', ...SOON })
      expect(pressed, name).toBeLessThanOrEqual(MOST)
    }
    expect(alarms).toEqual([])
  })

  it('are told apart afterwards: tagged, noted, and where their end led', async () => {
    await ana.keyboard.press('3')
    await row(ana, CUSTOMERS[10]![1]).waitFor(SOON)
    await ana.keyboard.press('2')
    await row(ana, CUSTOMERS[5]![1]).waitFor(SOON)
    expect(await row(ana, CUSTOMERS[1]![1]).count()).toBe(0)
  })
})

describe('the keys', () => {
  it('open screens after G, and the map shows those of every place', async () => {
    await ana.keyboard.press('g')
    await ana.keyboard.press('c')
    await ana.waitForURL('**/contacts')
    await ana.keyboard.press('g')
    await ana.keyboard.press('a')
    await ana.waitForURL('**/tickets')
    await ana.keyboard.press('?')
    const map = ana.getByRole('dialog', { name: 'Atalhos do teclado' })
    for (const place of ['Na conversa', 'Mensagem escolhida', 'Campo de mensagem', 'Telas'])
      await map.getByRole('heading', { name: place }).waitFor(SOON)
    await faultless(ana, 'keys-map')
    await ana.keyboard.press('Escape')
  })
})
