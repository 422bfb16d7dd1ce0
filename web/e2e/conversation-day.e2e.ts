/**
 * Tests a conversation with sixty unread messages: reading position, read receipts to WhatsApp, a
 * reload before the server answers, keyboard and long press, marks, forwarding, notes and events,
 * signing out. Ana serves, Bruno takes over.
 */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { picture, startBrowser } from './support/browser.ts'
import type { Company } from './support/company.ts'
import { faultless } from './support/faultless.ts'
import {
  alarms,
  bubble,
  composer,
  covered,
  enter,
  leaveAll,
  openCounter,
  row,
  SOON,
  sendText,
  takeUp,
  writeNote,
} from './support/serve.ts'
import type { Simulator } from './support/simulator.ts'

const BUSINESS = '5511900000091'
const LIVIA = '5511988880091'
const OTTO = '5511988880092'
const COUNT = 60

let company: Company
let browser: Browser
let sim: Simulator
let ana: Page
let bruno: Page
let liviaId: string

beforeAll(async () => {
  browser = await startBrowser()
  ;({ company, sim } = await openCounter(browser, {
    name: 'da Conversa',
    business: BUSINESS,
    customers: [
      [LIVIA, 'Lívia Rocha'],
      [OTTO, 'Otto Braga'],
    ],
  }))
  ana = await enter(browser, company, company.attendants[0])
  bruno = await enter(browser, company, company.attendants[1])
})

afterAll(async () => {
  await leaveAll()
  await browser?.close()
})

const log = (page: Page) => page.getByRole('log')
const unread = (page: Page) => row(page, 'Lívia Rocha').getByLabel(/mensage(m|ns) não lida/)
const toEnd = (page: Page) => page.getByRole('button', { name: /nova|Ir para o fim/ })
const chosen = (page: Page) => page.evaluate(() => document.activeElement?.closest('[data-message]')?.textContent ?? '')
const write = (from: string, text: string) => sim.send(from, { to: BUSINESS, type: 'text', text })

describe('a day in a conversation', () => {
  it('begins at the first unread message; the count falls as one reads, and WhatsApp hears of what was seen', async () => {
    await takeUp(ana, sim, { from: OTTO, name: 'Otto Braga', to: BUSINESS, text: 'Sou o Otto' })
    for (let i = 1; i <= COUNT; i++) await write(LIVIA, `Pedido número ${i}`)
    await ana.getByRole('tab', { name: 'Aguardando' }).click()
    await row(ana, 'Lívia Rocha').getByText(`Pedido número ${COUNT}`).waitFor(SOON)
    liviaId = (await row(ana, 'Lívia Rocha').getAttribute('data-ticket'))!
    await row(ana, 'Lívia Rocha').getByRole('button', { name: 'Aceitar' }).click()
    await composer(ana).waitFor(SOON)

    await log(ana).getByText(`${COUNT} mensagens não lidas`).waitFor(SOON)
    const inView = () =>
      ana.evaluate(() => {
        const mark = document.getElementById('unread-mark')!.getBoundingClientRect()
        const box = document.querySelector('[data-conversation-log]')!.getBoundingClientRect()
        return mark.top >= box.top && mark.bottom <= box.bottom
      })
    await expect.poll(inView, SOON).toBe(true)
    await ana.getByRole('button', { name: /\d+ novas/ }).waitFor(SOON)

    const counted = async () =>
      Number(/\d+/.exec((await unread(ana).getAttribute('aria-label', { timeout: 60_000 })) ?? '')?.[0])
    await expect.poll(counted, SOON).toBeLessThan(COUNT)
    const first = await counted()
    await ana.getByRole('log').hover()
    await ana.mouse.wheel(0, 700)
    await expect.poll(counted, SOON).toBeLessThan(first)
    // The end is not in view: some messages stay unread, on the server as well.
    const left = await counted()
    expect(left).toBeGreaterThan(0)
    await expect
      .poll(() => sim.messages(LIVIA).then(all => all.filter(({ fromMe, ack }) => fromMe && ack >= 4).length), SOON)
      .toBeGreaterThan(0)
    const readThere = (await sim.messages(LIVIA)).filter(({ fromMe, ack }) => fromMe && ack >= 4).length
    expect(readThere).toBeLessThan(COUNT)

    await toEnd(ana).click()
    await unread(ana).waitFor({ state: 'detached', ...SOON })
    await expect
      .poll(() => sim.messages(LIVIA).then(all => all.filter(({ fromMe, ack }) => fromMe && ack >= 4).length), SOON)
      .toBe(COUNT)
  })

  it('after a reload the last messages are there before the server answers, and what was deleted meanwhile goes', async () => {
    const { id } = await write(LIVIA, 'Este eu apago depois')
    await bubble(ana, 'Este eu apago depois').waitFor(SOON)
    // The message is cached a moment after it arrives.
    const isKept = () =>
      ana.evaluate(
        ticketId =>
          new Promise<boolean>(resolve => {
            const opening = indexedDB.open('balcao.conversations')
            opening.onsuccess = () => {
              const asking = opening.result.transaction('conversations').objectStore('conversations').get(ticketId)
              asking.onsuccess = () => {
                opening.result.close()
                resolve(JSON.stringify(asking.result ?? '').includes('Este eu apago depois'))
              }
            }
          }),
        liviaId,
      )
    await expect.poll(isKept, SOON).toBe(true)
    const gate = Promise.withResolvers<void>()
    await ana.route('**/api/messages/**', async route => {
      await gate.promise
      await route.continue()
    })
    await ana.reload()
    await bubble(ana, 'Este eu apago depois').waitFor(SOON)
    await ana.getByText('Atualizando…').waitFor(SOON)
    await sim.remove(LIVIA, id)
    gate.resolve()
    await ana.getByText('Atualizando…').waitFor({ state: 'detached', ...SOON })
    await log(ana).getByText('Essa mensagem foi apagada pelo contato').waitFor(SOON)
    await bubble(ana, 'Este eu apago depois').waitFor({ state: 'detached', ...SOON })
    await ana.unroute('**/api/messages/**')
  })

  it('messages are chosen, copied, answered and edited by keyboard, and Esc leads back to the input', async () => {
    await sendText(ana, 'Já vejo isso')
    await bubble(ana, 'Já vejo isso').locator('[data-ack="delivered"]').waitFor(SOON)
    await composer(ana).press('ArrowUp')
    expect(await chosen(ana)).toContain('Já vejo isso')
    await ana.keyboard.press('Shift+E')
    await ana.getByText('Editando').waitFor(SOON)
    await composer(ana).fill('Já vejo isso, Lívia')
    await composer(ana).press('Enter')
    await sim.until(LIVIA, ({ text }) => text === 'Já vejo isso, Lívia')
    await composer(ana).press('ArrowUp')
    await ana.keyboard.press('ArrowUp')
    await ana.keyboard.press('ArrowUp')
    expect(await chosen(ana)).toContain(`Pedido número ${COUNT}`)
    await ana.keyboard.press('Shift+C')
    await expect.poll(() => ana.evaluate(() => navigator.clipboard.readText()), SOON).toBe(`Pedido número ${COUNT}`)
    await ana.locator('[data-sonner-toast]').first().waitFor(SOON)
    expect(await covered(ana)).toEqual([])
    await ana.keyboard.press('r')
    await ana.getByText('Respondendo').waitFor(SOON)
    await sendText(ana, 'Este sai hoje')
    expect((await sim.until(LIVIA, ({ text }) => text === 'Este sai hoje')).quotedId).toBeTruthy()
    await composer(ana).press('ArrowUp')
    await ana.keyboard.press('Escape')
    expect(await composer(ana).evaluate(field => document.activeElement === field)).toBe(true)
  })

  it('marks show as such in the conversation, and rows and quotations have the words alone', async () => {
    await write(LIVIA, 'É *urgente* e ~talvez~ `hoje`')
    const text = bubble(ana, 'urgente').last()
    await text.locator('strong', { hasText: 'urgente' }).waitFor(SOON)
    await text.locator('s', { hasText: 'talvez' }).waitFor(SOON)
    await text.locator('code', { hasText: 'hoje' }).waitFor(SOON)
    await row(ana, 'Lívia Rocha').getByText('É urgente e talvez h…').waitFor(SOON)
  })

  it('a message is forwarded to another conversation', async () => {
    await composer(ana).press('ArrowUp')
    expect(await chosen(ana)).toContain('urgente')
    await ana.keyboard.press('Shift+F')
    const dialog = ana.getByRole('dialog', { name: 'Encaminhar mensagem' })
    await dialog.getByRole('button', { name: /Otto Braga/ }).click()
    await faultless(ana, 'forward')
    await dialog.getByRole('button', { name: 'Encaminhar' }).click()
    await dialog.waitFor({ state: 'detached', ...SOON })
    await sim.until(OTTO, ({ text, fromMe }) => !fromMe && text === 'É *urgente* e ~talvez~ `hoje`')
  })

  it('several messages are selected and forwarded together, in their order', async () => {
    await composer(ana).press('ArrowUp')
    await ana.keyboard.press('Enter')
    await ana.getByRole('menuitem', { name: 'Selecionar' }).click()
    const boxes = log(ana).getByRole('checkbox')
    await boxes.last().waitFor(SOON)
    const others = [COUNT, COUNT - 1].map(i => `Pedido número ${i}`)
    for (const text of others) await boxes.and(ana.getByLabel(text)).click()
    await ana.getByText('3 selecionadas').waitFor(SOON)
    await faultless(ana, 'select')
    await ana.getByRole('button', { name: 'Encaminhar' }).click()
    const dialog = ana.getByRole('dialog', { name: 'Encaminhar 3 mensagens' })
    await dialog.getByRole('button', { name: /Otto Braga/ }).click()
    await faultless(ana, 'forward-several')
    await dialog.getByRole('button', { name: 'Encaminhar' }).click()
    await boxes.first().waitFor({ state: 'detached', ...SOON })
    await sim.until(OTTO, ({ text, fromMe }) => !fromMe && text === others[0])
    const got = (await sim.messages(OTTO)).map(({ text }) => text).filter(text => others.includes(text ?? ''))
    expect(got).toEqual(others.toReversed())
  })

  it('what happened and notes stand between the messages, for who takes over too', async () => {
    await log(ana)
      .getByText(/Ana Souza.* assumiu o atendimento/)
      .waitFor(SOON)
    await writeNote(ana, 'Cliente antiga, prefere à tarde')
    await log(ana).getByText('Cliente antiga, prefere à tarde').waitFor(SOON)
    await faultless(ana, 'conversation-day')

    await ana.getByRole('button', { name: 'Transferir' }).click()
    const dialog = ana.getByRole('dialog')
    await dialog.getByRole('combobox', { name: 'Fila' }).click()
    await ana.getByRole('option', { name: 'Vendas' }).click()
    await dialog.getByRole('combobox', { name: 'Atendente' }).click()
    await ana.getByRole('option', { name: /Bruno Lima/ }).click()
    await dialog.getByRole('button', { name: 'Transferir' }).click()
    await row(bruno, 'Lívia Rocha').click()
    await log(bruno)
      .getByText(/transferiu para .*Bruno Lima/)
      .waitFor(SOON)
    await log(bruno).getByText('Cliente antiga, prefere à tarde').waitFor(SOON)
    await bruno.getByRole('button', { name: 'Mais opções' }).click()
    await bruno.getByRole('menuitem', { name: 'Ocultar acontecimentos' }).click()
    await log(bruno)
      .getByText('Cliente antiga, prefere à tarde')
      .waitFor({ state: 'detached', ...SOON })
    await bruno.getByRole('button', { name: 'Mais opções' }).click()
    await bruno.getByRole('menuitem', { name: 'Mostrar acontecimentos' }).click()
    await log(bruno).getByText('Cliente antiga, prefere à tarde').waitFor(SOON)
  })

  it('a finger that rests on a message opens its menu', async () => {
    const phone = await enter(browser, company, company.attendants[1], { width: 360, height: 740, touch: true })
    await phone.goto(`/tickets/${liviaId}`)
    const last = bubble(phone, 'urgente').last()
    await last.waitFor(SOON)
    await last.scrollIntoViewIfNeeded()
    const { x, y, height } = (await last.boundingBox())!
    const cdp = await phone.context().newCDPSession(phone)
    await cdp.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x: x + 60, y: y + height / 2 }] })
    await phone.getByRole('menuitem', { name: 'Encaminhar' }).waitFor(SOON)
    await cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    await phone.getByRole('menuitem', { name: 'Responder' }).click()
    await phone.getByText('Respondendo').waitFor(SOON)
    await sendText(phone, 'Anotado')
    await bubble(phone, 'Anotado').locator('[data-ack="delivered"]').waitFor(SOON)
    await composer(phone).press('ArrowUp')
    await phone.keyboard.press('Shift+C')
    await phone.locator('[data-sonner-toast]').first().waitFor(SOON)
    expect(await covered(phone)).toEqual([])
    await picture(phone, 'conversation-day-toast')
    const name = phone.getByRole('button', { name: /Ver os dados de/ }).locator('bdi')
    expect(await name.evaluate(({ parentElement: line }) => line!.scrollWidth <= line!.clientWidth)).toBe(true)
    await phone.context().close()
  })

  it('on a phone the buttons of a row cover none of its words', async () => {
    const phone = await enter(browser, company, company.admin, { width: 360, height: 740, touch: true })
    await phone.getByLabel('Todos').click()
    await row(phone, 'Lívia Rocha').waitFor(SOON)
    const under = await phone.evaluate(() =>
      [...document.querySelectorAll('[data-ticket]')].flatMap(each => {
        const boxes = (chosen: string) =>
          [...each.querySelectorAll(chosen)].map(one => [one, one.getBoundingClientRect()] as const)
        const buttons = boxes('[data-aside] button').map(([, box]) => box)
        const words = boxes('[data-open] *').filter(
          ([one, { width }]) => one.childElementCount === 0 && one.textContent && width > 1,
        )
        return words.flatMap(([one, box]) =>
          buttons.some(
            ({ left, right, top, bottom }) =>
              box.left < right && left < box.right && box.top < bottom && top < box.bottom,
          )
            ? [one.textContent]
            : [],
        )
      }),
    )
    expect(under).toEqual([])
    await picture(phone, 'conversation-day-rows-phone')
    await phone.context().close()
  })

  it('who signs out leaves no conversation behind', async () => {
    await ana.goto('/tickets')
    await ana
      .getByRole('button', { name: /Ana Souza/ })
      .first()
      .click()
    await ana.getByRole('menuitem', { name: 'Sair' }).click()
    await ana.waitForURL(/\/login/)
    const names = () => ana.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))
    await expect.poll(names, SOON).not.toContain('balcao.conversations')
    expect(alarms).toEqual([])
  })
})
