/**
 * Tests what a conversation shows of links, pictures and a group's members: cards of links by the
 * sender's app and by the server, the viewer by keys and a finger, colours of names.
 */
import { Buffer } from 'node:buffer'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signedIn } from './support/api.ts'
import { picture, startBrowser } from './support/browser.ts'
import type { Company } from './support/company.ts'
import { faultless, stillness } from './support/faultless.ts'
import { png, tone } from './support/media.ts'
import { alarms, bubble, enter, leaveAll, openCounter, row, SOON, takeUp } from './support/serve.ts'
import type { Simulator } from './support/simulator.ts'

const BUSINESS = '5511900000191'
const LIA = '5511988880191'
const MEMBERS = [
  ['5511988880192', 'Rita Alves'],
  ['5511988880193', 'Caio Nunes'],
  ['5511988880194', 'Dora Pires'],
] as const

let company: Company
let browser: Browser
let sim: Simulator
let ana: Page

beforeAll(async () => {
  browser = await startBrowser()
  ;({ company, sim } = await openCounter(browser, {
    name: 'dos Links',
    business: BUSINESS,
    customers: [[LIA, 'Lia Prado'], ...MEMBERS],
    async prepare({ admin }) {
      await (await signedIn(admin)).call('PUT', '/settings/CheckMsgIsGroup', { value: 'disabled' })
    },
  }))
  ana = await enter(browser, company, company.attendants[0])
})

afterAll(async () => {
  await leaveAll()
  await browser?.close()
})

const text = (words: string, from = LIA) => sim.send(from, { to: BUSINESS, type: 'text', text: words })
const page = (name: string) => `${company.simUrl}/simulated/pages/${name}`
const card = (words: string) => bubble(ana, words).locator('[data-link-card="shown"]')
const shownPicture = () => ana.locator('[data-viewer] img')

describe('a link', () => {
  it('shows its page, which the server fetched, beside the words; a stranger is never called by the browser', async () => {
    const called: string[] = []
    ana.on('request', request => called.push(request.url()))
    await takeUp(ana, sim, { from: LIA, name: 'Lia Prado', to: BUSINESS, text: 'Oi, vi o bolo de vocês' })
    await text(`Ainda tem este? ${page('antigo')}`)
    await card('Ainda tem este?').waitFor(SOON)
    expect(await card('Ainda tem este?').textContent()).toContain('Bolo de cenoura com cobertura')
    await expect
      .poll(() =>
        card('Ainda tem este?')
          .locator('img')
          .evaluate(image => (image as HTMLImageElement).naturalWidth),
      )
      .toBe(120)
    expect(called.filter(url => url.includes('/simulated/pages/'))).toEqual([])
    // What shows nothing leaves no gap.
    await text(`E este? ${page('nada')}`)
    await bubble(ana, 'E este?').waitFor(SOON)
    await expect.poll(() => bubble(ana, 'E este?').locator('[data-link-card]').count(), SOON).toBe(0)
    await text(`Que horas fecham? ${page('horarios')}`)
    await card('Que horas fecham?').waitFor(SOON)
  })

  it("shows the sender's own preview at once, under the host it leads to", async () => {
    const jpeg = await ana.evaluate(async () => {
      const canvas = Object.assign(document.createElement('canvas'), { width: 60, height: 60 })
      const pen = canvas.getContext('2d')!
      pen.fillStyle = '#8a4b2a'
      pen.fillRect(0, 0, 60, 60)
      return canvas.toDataURL('image/jpeg').split(',')[1]!
    })
    const message = {
      extendedTextMessage: {
        ...{ text: 'olha loja.example/torta', matchedText: 'loja.example/torta', title: 'Torta de limão' },
        ...{ description: 'Com merengue', jpegThumbnail: jpeg },
      },
    }
    await sim.send(LIA, { to: BUSINESS, type: 'proto', message } as never)
    await card('olha').waitFor(SOON)
    expect(await card('olha').textContent()).toMatch(/Torta de limão.*Com merengue.*loja\.example/)
    expect(await card('olha').locator('img').getAttribute('src')).toMatch(/^data:image\/jpeg/)
    await sim.send(LIA, { to: BUSINESS, type: 'audio', mediaBase64: tone().toString('base64'), mimetype: 'audio/wav' })
    await ana.getByRole('button', { name: 'Velocidade 1×' }).waitFor(SOON)
    await faultless(ana, 'media-cards')
  })
})

describe('pictures', () => {
  it('are walked through by keys, with further ones from before, and give the focus back', async () => {
    for (let i = 1; i <= 3; i++) {
      const mediaBase64 = png(300 + 100 * i, 300).toString('base64')
      await sim.send(LIA, { to: BUSINESS, type: 'image', mediaBase64, mimetype: 'image/png', text: `Foto ${i}` })
      if (i === 1) for (let n = 1; n <= 45; n++) await text(`Linha ${n}`)
    }
    await bubble(ana, 'Foto 3').locator('img').waitFor(SOON)
    await ana.reload()
    await bubble(ana, 'Foto 3').locator('img').waitFor(SOON)
    const opener = bubble(ana, 'Foto 3').getByRole('button', { name: 'Abrir imagem' })
    await opener.focus()
    await ana.keyboard.press('Enter')
    await shownPicture().waitFor(SOON)
    expect(await shownPicture().getAttribute('alt')).toBe('Foto 3')
    await ana.keyboard.press('ArrowLeft')
    await expect.poll(() => shownPicture().getAttribute('alt')).toBe('Foto 2')
    await ana.keyboard.press('ArrowLeft')
    await expect.poll(() => shownPicture().getAttribute('alt'), SOON).toBe('Foto 1')
    await ana.keyboard.press('+')
    await stillness(ana)
    await faultless(ana, 'media-viewer')
    const saved = ana.waitForEvent('download')
    await ana.getByRole('dialog').getByRole('button', { name: 'Baixar' }).click()
    expect((await saved).suggestedFilename()).toMatch(/\w/)
    await ana.keyboard.press('Escape')
    await expect.poll(() => opener.evaluate(element => element === document.activeElement)).toBe(true)
  })
})

describe('a file that the browser cannot show', () => {
  it('says what it was, and is offered while it is there', async () => {
    const junk = Buffer.from('no picture, whatever it says').toString('base64')
    const shown = png(300, 200).toString('base64')
    const send = (mediaBase64: string, words: string) =>
      sim.send(LIA, { to: BUSINESS, type: 'image', mediaBase64, mimetype: 'image/png', text: words })
    await send(junk, 'Abriu aí?')
    const offer = bubble(ana, 'Abriu aí?').getByRole('button', { name: /^Baixar / })
    await offer.waitFor(SOON)
    const saved = ana.waitForEvent('download')
    await offer.press('Enter')
    expect((await saved).suggestedFilename()).toMatch(/\w/)
    // As if it had been deleted since.
    await ana.route(/X-Amz-Signature/, route => route.fulfill({ status: 404 }))
    await send(shown, 'E esta?')
    await bubble(ana, 'E esta?').getByText('O arquivo não está mais disponível').waitFor(SOON)
    expect(
      await bubble(ana, 'E esta?')
        .getByRole('button', { name: /^Baixar / })
        .count(),
    ).toBe(0)
    expect(await bubble(ana, 'E esta?').locator('img').count()).toBe(0)
    await ana.unroute(/X-Amz-Signature/)
    await faultless(ana, 'media-lost')
  })
})

describe('a group', () => {
  it('gives each name a colour of its own', async () => {
    const members = [...MEMBERS.slice(1).map(([number]) => number), BUSINESS]
    const group = await sim.addGroup('Festa da firma', MEMBERS[0][0], members)
    const lines = ['Quantos somos?', 'Doze, com as crianças', 'Levo o bolo', 'Eu, os refrigerantes']
    for (const [i, line] of lines.entries())
      await sim.send(MEMBERS[i % 3]![0], { to: group.id, type: 'text', text: line })
    await ana.getByRole('tab', { name: 'Aguardando' }).click()
    await row(ana, 'Festa da firma').getByRole('button', { name: 'Aceitar' }).click()
    await bubble(ana, lines[3]!).waitFor(SOON)
    const colors = await Promise.all(
      lines.map(line =>
        bubble(ana, line)
          .locator('p[style*="color"]')
          .evaluate(name => getComputedStyle(name).color),
      ),
    )
    expect(new Set(colors).size).toBe(3)
    expect(colors[3]).toBe(colors[0])
    await faultless(ana, 'media-group')
    await picture(ana, 'media-group')
    expect(alarms).toEqual([])
  })
})
