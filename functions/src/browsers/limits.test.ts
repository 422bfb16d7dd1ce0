/** Limits of one user, or one socket, on the stage that all companies share. */
import { messages } from '@balcao/shared/api/tickets/messages.ts'
import { CLOSING, MAX_CLIENT_MESSAGE_LENGTH, TOO_FAST } from '@balcao/shared/events/realtime.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Browser, type FakeGateway, startFakeGateway } from '../../test/fake-gateway.ts'
import { call, makeCompany, makeUser } from '../../test/harness.ts'
import { makeTicket } from '../../test/make-ticket.ts'
import { listSockets } from '../data/realtime/socket.ts'
import { metered } from '../data/table/meter.ts'
import { MAX_SOCKETS } from './limit-sockets.ts'

let gateway: FakeGateway
beforeAll(async () => {
  gateway = await startFakeGateway()
})
afterAll(() => gateway.close())
afterEach(() => vi.restoreAllMocks())

const times = <T>(count: number, make: () => T): T[] => Array.from({ length: count }, make)
const last = (browser: Browser) => browser.received.at(-1)
const closing = (reason: string) => ({ event: CLOSING, payload: { reason } })

describe('sockets of one user', () => {
  it('are twelve, the oldest goes, with the reason', async () => {
    const company = await makeCompany()
    const colleague = await gateway.open(await makeUser(company.id))
    const browsers: Browser[] = []
    for (let i = 0; i < MAX_SOCKETS + 2; i++) browsers.push(await gateway.open(company.admin))
    expect(browsers.map(browser => browser.closed())).toEqual(browsers.map((_, at) => at < 2))
    expect(browsers.slice(0, 2).map(last)).toEqual([closing('tooMany'), closing('tooMany')])
    expect(colleague.closed()).toBe(false)
    const left = (await listSockets(company.id)).map(({ connectionId }) => connectionId)
    expect(left.sort()).toEqual([colleague.id, ...browsers.slice(2).map(({ id }) => id)].sort())
    // Who stays still hears; their user is online.
    await browsers[2]!.send({ action: 'ping' })
    expect(last(browsers[2]!)).toEqual({ event: 'pong' })
  })

  it('that come twenty at once end as twelve, and nobody else loses theirs', async () => {
    const company = await makeCompany()
    const colleague = await makeUser(company.id)
    const stranger = (await makeCompany()).admin
    const others = await Promise.all([...times(3, () => colleague), ...times(2, () => stranger)].map(gateway.open))
    const came = await Promise.allSettled(times(20, () => gateway.open(company.admin)))
    const sockets = await listSockets(company.id)
    const left = sockets.filter(({ userId }) => userId === company.admin.user.id).map(socket => socket.connectionId)
    expect(left).toHaveLength(MAX_SOCKETS)
    const open = came.filter(one => one.status === 'fulfilled').map(one => one.value)
    // Those whose $connect had not ended when they had to go are closed at their first word.
    for (const browser of open) await browser.send({ action: 'ready' })
    expect(
      open
        .filter(browser => !browser.closed())
        .map(({ id }) => id)
        .sort(),
    ).toEqual(left.sort())
    expect(others.map(browser => browser.closed())).toEqual(others.map(() => false))
  })

  it('come no faster than tabs do: the rest is refused before anything is read', async () => {
    const { admin } = await makeCompany()
    const now = Date.now()
    const clock = vi.spyOn(Date, 'now')
    const statuses = []
    for (let i = 0; i < 41; i++) {
      clock.mockReturnValue(now + i)
      statuses.push(await gateway.connect(admin.token))
    }
    expect(statuses).toEqual([...times(40, () => 200), 429])
    const { result, units } = await metered(() => gateway.connect(admin.token))
    expect([result, units]).toEqual([429, { read: 0, write: 0, calls: 0 }])
    expect(await gateway.connect((await makeCompany()).admin.token)).toBe(200)
  })
})

describe('a socket that sends too much', () => {
  it('is warned once, then ignored, then closed, and reads nothing', async () => {
    const { admin } = await makeCompany()
    const browser = await gateway.open(admin)
    vi.spyOn(Date, 'now').mockReturnValue(Date.now())
    browser.received.length = 0
    for (let i = 0; i < 60; i++) await browser.send({ action: 'ping' })
    expect(browser.received).toEqual(times(60, () => ({ event: 'pong' })))
    const { units } = await metered(async () => {
      for (let i = 0; i < 119; i++) await browser.send({ action: 'ping' })
    })
    expect(units.calls).toBe(0)
    expect(browser.received.slice(60)).toEqual([{ event: TOO_FAST }])
    expect(browser.closed()).toBe(false)
    for (let i = 0; i < 3; i++) await browser.send({ action: 'ping' })
    expect([last(browser), browser.closed()]).toEqual([closing('tooFast'), true])
  })

  it('is served again once it slowed down', async () => {
    const browser = await gateway.open((await makeCompany()).admin)
    const now = Date.now()
    const clock = vi.spyOn(Date, 'now').mockReturnValue(now)
    for (let i = 0; i < 70; i++) await browser.send({ action: 'ping' })
    clock.mockReturnValue(now + 5000)
    browser.received.length = 0
    await browser.send({ action: 'ping' })
    expect(browser.received).toEqual([{ event: 'pong' }])
  })

  it('delays nobody', async () => {
    const company = await makeCompany()
    const ticket = await makeTicket(company.id, { status: 'open', user: company.admin.user })
    const [noisy, calm] = [await gateway.open(await makeUser(company.id)), await gateway.open(company.admin)]
    calm.received.length = 0
    let saying = true
    const flood = async () => {
      while (saying && !noisy.closed()) await Promise.all(times(50, () => noisy.send({ action: 'userStatus' })))
    }
    const flooding = flood()
    await calm.send({ action: 'joinChatBox', ticketId: ticket.id })
    await call(messages.create, { as: company.admin, params: { ticketId: ticket.id }, body: { body: 'Oi' } })
    saying = false
    await flooding
    await expect.poll(() => calm.received.map(({ event }) => event.split('-').at(-1))).toContain('appMessage')
  })

  it('is not read when it is nonsense, and counts for more when it is long', async () => {
    const browser = await gateway.open((await makeCompany()).admin)
    vi.spyOn(Date, 'now').mockReturnValue(Date.now())
    const padded = JSON.stringify({ action: 'ping', padding: 'x'.repeat(MAX_CLIENT_MESSAGE_LENGTH) })
    const { units } = await metered(async () => {
      for (const text of ['', 'nonsense', '{"action":"dance"}', padded]) await browser.sendRaw(text)
    })
    expect(units.calls).toBe(0)
    await browser.sendRaw('x'.repeat(100 * MAX_CLIENT_MESSAGE_LENGTH))
    expect(browser.received).toContainEqual({ event: TOO_FAST })
    await browser.sendRaw('x'.repeat(100 * MAX_CLIENT_MESSAGE_LENGTH))
    expect(browser.closed()).toBe(true)
  })
})
