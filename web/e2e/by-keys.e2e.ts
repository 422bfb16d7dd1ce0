import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signedIn } from './support/api.ts'
import { picture, startBrowser } from './support/browser.ts'
import type { Company } from './support/company.ts'
import { faultless } from './support/faultless.ts'
import { alarms, composer, enter, leaveAll, openCounter, row, SOON } from './support/serve.ts'
import type { Simulator } from './support/simulator.ts'

// Serves fifteen waiting conversations with the keyboard alone, without Tab: each is accepted,
// answered with a quick reply, noted and tagged, then resolved, transferred or snoozed.
// Counts key presses; the letters of a text (of a note, and what narrows a list down) count not.

const BUSINESS = '5511900000791'
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
/** Address of the conversation that is looked at. */
let path: string

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
  await ana.getByRole('tab', { name: /Aguardando.*15/ }).waitFor(SOON)
})

afterAll(async () => {
  await leaveAll()
  await browser?.close()
})

/** Ends of conversations, by their place; all others are resolved. */
const ENDS = new Map<number, () => Promise<void>>([
  [
    4,
    async () => {
      await press('h')
      await ana.getByRole('dialog', { name: /^Adiar/ }).waitFor(SOON)
      await press('Enter')
    },
  ],
  [
    9,
    async () => {
      await press('Control+k')
      await option(/^Transferir para/)
      await type('transferir')
      await press('Enter')
      await option(/Bruno/)
      await type('bruno')
      await press('Enter')
    },
  ],
  // The last one: in its new queue it would be the longest waiting again.
  [
    14,
    async () => {
      await press('t')
      await option('Suporte')
      await type('Suporte')
      await press('Enter')
      await expect.poll(() => ana.evaluate(() => document.activeElement?.textContent), SOON).toBe('Transferir')
      await press('Enter')
    },
  ],
])
/** Names in the order in which they were served. */
const served: string[] = []

describe('fifteen waiting conversations', () => {
  it(`are served by keys alone, at most ${MOST} each`, async () => {
    for (const i of CUSTOMERS.keys()) {
      const text = 'Olá Cliente, já vejo para você.'
      pressed = 0
      // Whatever is open now: the field of another conversation takes letters until it is left.
      if ((await focused()) === 'ticket-message') await press('Escape')
      await press('a')
      const opened = async () =>
        (
          await composer(ana)
            .getAttribute('aria-label')
            .catch(() => null)
        )?.slice(14) ?? ''
      await expect
        .poll(async () => {
          const name = await opened()
          return name !== '' && !served.includes(name)
        }, SOON)
        .toBe(true)
      const name = await opened()
      const number = CUSTOMERS.find(each => each[1] === name)?.[0] ?? ''
      served.push(name)
      await expect.poll(focused, SOON).toBe('ticket-message')
      await press('/')
      await type('ola')
      await option(/ola/)
      await press('Enter')
      await expect.poll(() => composer(ana).inputValue(), SOON).toBe(text)
      await press('Enter')
      await sim.until(number, message => message.text === text)
      await press('Control+.')
      await expect.poll(focused, SOON).toBe('ticket-note')
      await type('Prefere à tarde')
      await press('Enter')
      const note = ana.getByRole('textbox', { name: 'Escrever uma observação' })
      await expect.poll(() => note.inputValue(), SOON).toBe('')
      await press('Escape')
      await press('l')
      await option('Cliente VIP')
      await type('vip')
      await press('Enter')
      await ana.getByRole('dialog').waitFor({ state: 'detached', ...SOON })
      await (ENDS.get(i) ?? (() => press('e')))()
      await note.waitFor({ state: 'detached', ...SOON })
      expect(pressed, name).toBeLessThanOrEqual(MOST)
    }
    expect(alarms).toEqual([])
  })

  it('are where their end led: in another queue, and none of the others waits', async () => {
    await ana.getByRole('dialog').waitFor({ state: 'detached', ...SOON })
    for (const [key, name] of [
      ['3', /^Adiados/],
      ['1', /^Em atendimento/],
      ['2', /^Aguardando/],
    ] as const) {
      await ana.keyboard.press(key)
      await ana.getByRole('tab', { name, selected: true }).waitFor(SOON)
    }
    await row(ana, served[14]!).waitFor(SOON)
    expect(await ana.locator('[data-ticket]').count()).toBe(1)
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

describe('a conversation', () => {
  it('has its actions in words, and a place for messages and notes, wherever it is looked at', async () => {
    await ana.keyboard.press('a')
    await composer(ana).waitFor(SOON)
    path = new URL(ana.url()).pathname
    await ana.keyboard.press('Escape')
    await faultless(ana, 'conversation-reply')
    await ana.getByRole('button', { name: 'Transferir' }).getByText('Transferir').waitFor(SOON)
    // Back from a phone's width, the panel comes after the conversation.
    await ana.getByRole('complementary', { name: 'Contato' }).getByRole('button').first().waitFor(SOON)
    await ana.keyboard.press('d')
    await ana.getByRole('complementary', { name: 'Contato' }).waitFor({ state: 'detached', ...SOON })
    await picture(ana, 'conversation-reply-alone')
    await ana.getByRole('button', { name: 'Mais opções' }).click()
    await picture(ana, 'conversation-menu')
    await ana.keyboard.press('Escape')
    await ana.keyboard.press('d')
    await ana.setViewportSize({ width: 1024, height: 768 })
    await picture(ana, 'conversation-reply-1024')
    await ana.setViewportSize({ width: 1366, height: 768 })
    await picture(ana, 'conversation-reply-1366')
    await ana.keyboard.press('n')
    await expect.poll(focused, SOON).toBe('ticket-note')
    await type('Prefere entrega depois das 14h')
    await faultless(ana, 'conversation-note')
    await ana.keyboard.press('Escape')
    await ana.keyboard.press('Control+k')
    await option(/^Transferir para/)
    await faultless(ana, 'command-bar-ticket')
    await type('transferir')
    await ana.keyboard.press('Enter')
    await option('Suporte')
    await picture(ana, 'command-bar-options')
    await ana.keyboard.press('Escape')
    await ana.keyboard.press('Escape')
  })

  it('on a phone has its menu under a resting finger, and no signs on its bubbles', async () => {
    const phone = await enter(browser, company, company.attendants[0], { width: 360, height: 740, touch: true })
    await phone.goto(path)
    const last = phone.locator('[data-message]').last()
    await last.waitFor(SOON)
    await picture(phone, 'conversation-phone')
    const sign = last.getByRole('button', { name: 'Opções da mensagem' })
    expect(await sign.evaluate(button => getComputedStyle(button).opacity)).toBe('0')
    const { x, y, height } = (await last.locator('time').boundingBox())!
    const cdp = await phone.context().newCDPSession(phone)
    await cdp.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y: y + height / 2 }] })
    await phone.getByRole('menuitem', { name: 'Reagir com 👍' }).waitFor(SOON)
    await cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    await picture(phone, 'conversation-phone-menu')
    await phone.getByRole('menuitem', { name: 'Reagir com 👍' }).click()
    await last.getByText('👍').waitFor(SOON)
  })
})
