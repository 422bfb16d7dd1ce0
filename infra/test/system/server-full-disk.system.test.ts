import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ServerStatus } from '@balcao/shared/entities/server-status.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mountSmallDisk, type SmallDisk } from '../../local/test/small-disk.ts'
import { pairShop, type Shop, type SignedIn, signIn, until } from './open-shop.ts'
import { type SetUp, setUpServer } from './set-up-server.ts'
import { startServer, type TestServer } from './start-server.ts'

const MIB = 2 ** 20
const CUSTOMER = '5511977770001'
/** Time in which a message that had room would have arrived several times. */
const WAIT_MS = 4000
/** Acks of a phone's own message: WhatsApp has it; the other device has it. */
const [SENT, DELIVERED] = [2, 3]
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

const disk = await mountSmallDisk(192)
if (!disk) console.warn('LEFT OUT: a server on a full disk cannot be tested where no small disk can be mounted')
afterAll(() => disk?.close())

describe.skipIf(!disk)('a server whose disk fills up', () => {
  const { dir, fill, empty } = disk ?? ({} as SmallDisk)
  let server: TestServer
  let people: SetUp
  let root: SignedIn
  let shop: Shop
  let ticketId: string

  beforeAll(async () => {
    server = await startServer({ dataDir: join(dir, 'data') })
    people = await setUpServer(server)
    const mail = await fetch(`${server.simUrl}/sim/mail/smtp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    })
    const { url } = (await mail.json()) as { url: string }
    await server.stop()
    await server.start({ SMTP_URL: url, EMAIL_FROM: 'Balcão <balcao@example.com>' })
    root = await signIn(server, people.super.email, people.super.password)
    const admin = await signIn(server, people.admin.email, people.admin.password)
    shop = await pairShop(server, { companyId: people.company.id, admin }, 'Padaria', '5511988880001')
    await shop.sim('POST', '/phones', { number: CUSTOMER, name: 'Cliente' })
    await shop.write(CUSTOMER, 'antes')
    const ticket = await until('the ticket', async () => (await shop.tickets('pending'))[0])
    ticketId = ticket.id
    await shop.api('PUT', `/tickets/${ticketId}`, { status: 'open', userId: shop.userId })
  })
  afterAll(() => server?.close())

  const answer = (body: string) => shop.api('POST', `/messages/${ticketId}`, { body, clientId: crypto.randomUUID() })
  const texts = async () => (await shop.messages(ticketId)).filter(({ fromMe }) => !fromMe).map(({ body }) => body)
  const ackOf = async (id: string) => (await shop.onPhone(CUSTOMER)).find(message => message.id === id)?.ack
  const state = () => root.api<ServerStatus>('GET', '/status')
  const mails = async () => {
    const response = await fetch(`${server.simUrl}/sim/mail?to=${encodeURIComponent(people.super.email)}`)
    return ((await response.json()) as { subject: string }[]).filter(({ subject }) => subject.includes('cheio'))
  }

  it('refuses what clients want to store, still shows everything, and says so on its page and by e-mail', async () => {
    await fill(7 * MIB)
    await expect(answer('sem espaço')).rejects.toThrow(/answered 507: .*ERR_STORAGE_FULL/)
    expect(await texts()).toContain('antes')
    expect((await state()).problems).toContain('storageFull')
    await until('an e-mail to the super user', async () => (await mails()).length > 0)
    // Signing in is needed to see it at all.
    root = await signIn(server, people.super.email, people.super.password)
    expect(root.userId).toBe(people.super.id)
  })

  it('takes no message it could not keep, and loses none: they arrive once there is room', async () => {
    await fill(3 * MIB)
    const withoutRoom = await shop.write(CUSTOMER, 'sem lugar')
    await fill(0)
    const full = await shop.write(CUSTOMER, 'cheio')
    const { id: picture } = await shop.sim<{ id: string }>('POST', `/phones/${CUSTOMER}/messages`, {
      ...{ to: shop.number, type: 'image', mimetype: 'image/png', text: 'foto', mediaBase64: PIXEL },
    })
    await sleep(WAIT_MS)
    for (const id of [withoutRoom, full]) expect(await ackOf(id)).toBe(SENT)
    expect(await texts()).toEqual(['antes'])
    expect((await fetch(`${server.url}/api/health`)).status).toBe(200)

    await empty()
    await until('the messages', async () => (await texts()).length >= 4)
    for (const id of [withoutRoom, full, picture]) await until('a receipt', async () => (await ackOf(id))! >= DELIVERED)
    expect(await texts()).toEqual(['antes', 'sem lugar', 'cheio', 'foto'])
    await answer('com espaço')
    await until('the answer on the phone', async () =>
      (await shop.onPhone(CUSTOMER)).some(({ text }) => text === 'com espaço'),
    )
    const { problems, deadLetters } = await state()
    expect([problems, deadLetters]).toEqual([[], 0])
    expect(await mails()).toHaveLength(1)
  })
})
