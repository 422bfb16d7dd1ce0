import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Conversation, converse, expectWhole, meet, settle } from '../../test/system/converse.ts'
import { openShop, type PhoneMessage, type Shop, until } from '../../test/system/open-shop.ts'
import { readStage } from '../config.ts'
import { type Browser, openBrowser } from './browser.ts'
import { call } from './call.ts'

const { url, simUrl } = readStage()
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

let shop: Shop
let browser: Browser
let conversations: Conversation[]

/**
 * Signs up, signs in, creates a connection, scans its QR code in the simulator, and waits until it
 * is online.
 */
beforeAll(async () => {
  shop = await openShop({ url, simUrl }, 'Loja', '5511900000301')
})
afterAll(() => browser?.close())

it('refuses a browser with a made-up token, and takes one that is signed in', async () => {
  await expect(openBrowser('made.up.token')).rejects.toThrow('refused')
  browser = await openBrowser(shop.token)
  for (const status of ['pending', 'open']) browser.send({ action: 'joinTickets', status })
  browser.send({ action: 'joinNotification' })
  browser.send({ action: 'ping' })
  await until('an answer to the ping', async () => browser.received.length > 0)
})

it("makes a ticket of a customer's message, publishes it to the browser, and accepts it", async () => {
  conversations = await meet(shop, ['5511920000301'])
  const [{ ticketId }] = conversations as [Conversation]
  await until('the event', async () => browser.received.some(each => JSON.stringify(each).includes(ticketId)))
})

it('carries messages both ways, once and in order, with their acknowledgements', async () => {
  await converse(shop, conversations, 3)
  await expectWhole(shop, await settle(shop, conversations))
})

it('carries files both ways', async () => {
  const [{ phone, ticketId }] = conversations as [Conversation]
  const form = new FormData()
  form.append('medias', new Blob([Buffer.from(PIXEL, 'base64')], { type: 'image/png' }), 'ponto.png')
  const posted = await fetch(`${url}/api/messages/${ticketId}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${shop.token}` },
    body: form,
  })
  expect([posted.status, await posted.text()]).toEqual([201, expect.stringContaining('ponto.png')])
  type File = PhoneMessage & { type: string }
  await until('the picture on the phone', async () =>
    ((await shop.onPhone(phone)) as File[]).some(({ fromMe, type }) => !fromMe && type === 'image'),
  )

  const picture = { to: shop.number, type: 'image', mediaBase64: PIXEL, mimetype: 'image/png', fileName: 'foto.png' }
  await shop.sim('POST', `/phones/${phone}/messages`, picture)
  const stored = await until('the picture in the ticket', async () =>
    (await shop.messages(ticketId)).find(
      ({ fromMe, mediaType, mediaUrl }) => !fromMe && mediaType === 'image' && mediaUrl,
    ),
  )
  const download = await fetch(stored.mediaUrl!)
  expect(Buffer.from(await download.arrayBuffer()).toString('base64')).toBe(PIXEL)
})

it('answers unknown paths, at the gateway and in the default function, like the functions', async () => {
  for (const [method, path] of [
    ['GET', '/'],
    ['GET', '/nothing'],
    ['POST', '/nothing/at/all'],
    ['DELETE', '/plans-of-others'],
  ] as const) {
    const nowhere = await call(method, path)
    expect([path, nowhere.status, nowhere.body.error]).toEqual([path, 404, 'ERR_NOT_FOUND'])
    expect([...nowhere.headers.keys()].filter(name => name.startsWith('access-control'))).toEqual([])
  }
})
