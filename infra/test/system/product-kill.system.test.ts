import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { newId } from '@balcao/shared/ids.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { attendantAnswers, type Conversation, converse, customerWrites, expectWhole, meet, settle } from './converse.ts'
import { openShop, type Shop, signUp, until } from './open-shop.ts'
import { type Made, sellSomething } from './sell-something.ts'
import { type Product, startProduct } from './start-product.ts'

// The whole product dies under 20 messages a second each way and continues without a loss.

const CUSTOMERS = 20
const SECONDS = 8
/** Seconds after the start of the load. */
const KILLED_AT = 3

/** Clients who check out without a pause, for more than the stock. */
const CLIENTS = 8
const STOCK = 100_000

let product: Product

beforeAll(async () => {
  product = await startProduct()
})
afterAll(() => product?.stop())

/** A second attempt finds the phones of the first with their messages: it has its own numbers. */
let attempt = 0
beforeEach(() => {
  attempt++
})
const numberOf = (shop: number) => `55${10 + attempt}90000010${shop}`
const phonesOf = (shop: number, count: number) =>
  Array.from({ length: count }, (_, i) => `55${10 + attempt}9${shop}0000${String(i).padStart(3, '0')}`)

/** Runs the load, kills in the middle of it, and prints after what time each part was back. */
async function killUnderLoad(name: string, shop: Shop, phones: string[], kill: () => Promise<void>): Promise<void> {
  const [probe, ...conversations] = (await meet(shop, phones)) as [Conversation, ...Conversation[]]
  let killed = 0
  const since = () => ((Date.now() - killed) / 1000).toFixed(1)
  const load = converse(shop, conversations, SECONDS).then(since)
  await sleep(KILLED_AT * 1000)
  killed = Date.now()
  await kill()
  const answering = since()

  // One more customer writes and is answered right after the death.
  const [question, answer] = ['depois da queda', 'aqui estamos']
  const asked = (async () => {
    await customerWrites(shop, probe, question)
    await until('the question', async () => (await shop.messages(probe.ticketId)).some(({ body }) => body === question))
    return since()
  })()
  const reply = (async () => {
    await attendantAnswers(shop, probe, answer)
    await until('the answer', async () => (await shop.onPhone(probe.phone)).some(({ text }) => text === answer))
    return since()
  })()
  const [received, sent] = await Promise.all([asked, reply])
  const loaded = await load
  const all = [probe, ...conversations]
  await settle(shop, all)
  const whole = since()
  // Time for duplicates to arrive.
  await sleep(1000)
  const repeated = await expectWhole(shop, await settle(shop, all))
  // A conversation has one message under way.
  expect(repeated).toBeLessThanOrEqual(all.length)
  const count = (of: (each: Conversation) => string[]) => all.reduce((sum, each) => sum + of(each).length, 0)
  process.stdout.write(
    `kill -9 of ${name}: ${count(({ written }) => written)} in, ${count(({ answered }) => answered)} out, each once; ` +
      `started again ${answering} s after, first message in ${received} s, out ${sent} s, the load ended ${loaded} s, ` +
      `everything received and acknowledged ${whole} s after; ${repeated} repeated to a phone, which dropped them\n`,
  )
}

describe('kill -9 under load', () => {
  it('of the session host: every message once, in order, none at the clock', async () => {
    const shop = await openShop(product, 'Padaria', numberOf(1))
    await killUnderLoad('the session host', shop, phonesOf(1, CUSTOMERS + 1), product.killHost)
  })

  it('of the session host while files are on their way: each is there once, whole', async () => {
    const shop = await openShop(product, 'Papelaria', numberOf(4))
    const phones = phonesOf(4, 4)
    const conversations = await meet(shop, phones)
    const files = new Map<string, Buffer>()
    const sendFiles = async (from: number, to: number) => {
      for (let n = from; n < to; n++) {
        await Promise.all(
          phones.map(async phone => {
            const bytes = randomBytes(300_000)
            const text = `${phone} arquivo ${n}`
            const file = { type: 'document', mimetype: 'application/pdf', fileName: `${n}.pdf`, text }
            const mediaBase64 = bytes.toString('base64')
            await shop.sim('POST', `/phones/${phone}/messages`, { to: shop.number, ...file, mediaBase64 })
            files.set(text, bytes)
          }),
        )
      }
    }
    await sendFiles(0, 5)
    await product.killHost()
    await sendFiles(5, 8)
    const received = async () => {
      const messages = await Promise.all(conversations.map(({ ticketId }) => shop.messages(ticketId)))
      return messages.flat().filter(message => files.has(message.body))
    }
    await until('all files', async () => (await received()).length >= files.size)
    await sleep(1000)
    const shown = await received()
    const inOrder = phones.flatMap(phone => Array.from({ length: 8 }, (_, n) => `${phone} arquivo ${n}`))
    expect(shown.map(message => message.body)).toEqual(inOrder)
    for (const { body, mediaUrl, error } of shown) {
      expect(error).toBeNull()
      const bytes = Buffer.from(await (await fetch(mediaUrl!)).arrayBuffer())
      expect(bytes.equals(files.get(body)!)).toBe(true)
    }
  })

  it('of the table: the same, with clients that repeat what was not answered', async () => {
    const shop = await openShop(product, 'Quitanda', numberOf(3))
    await killUnderLoad('the table', shop, phonesOf(3, CUSTOMERS + 1), product.killTable)
  })

  it('of everything at once: the same on the same data, with clients that repeat what was not answered', async () => {
    const shop = await openShop(product, 'Mercearia', numberOf(2))
    await killUnderLoad('everything', shop, phonesOf(2, CUSTOMERS + 1), product.killAll)
  })
})

describe('kill -9 under checkouts', () => {
  it('of the table and of everything: each one that was answered is an order, once, with its number and its stock', async () => {
    const { admin } = await signUp(product, 'Mercado')
    const selling = await sellSomething(admin, STOCK)
    const end = Date.now() + 5000
    const made: Made[] = []
    const clients = Array.from({ length: CLIENTS }, async () => {
      while (Date.now() < end) made.push(await selling.checkout(newId()))
    })
    await sleep(1000)
    await product.killTable()
    await sleep(1000)
    await product.killAll()
    await Promise.all(clients)
    const orders = await selling.orders()
    expect(orders.map(({ number }) => number)).toEqual(orders.map((_, i) => i + 1))
    expect(made.map(({ id }) => id).sort()).toEqual(orders.map(({ id }) => id).sort())
    expect(await selling.stock()).toBe(STOCK - orders.length)
    expect(orders.length).toBeGreaterThan(CLIENTS)
    process.stdout.write(`kill -9 under checkouts: ${orders.length} orders, each once\n`)
  })
})
