/**
 * Every route of the contract is asked what nobody asks: bodies, queries, headers and paths made
 * from its schemas and damaged. Never a failure of ours, never an answer above 4 MB or other than
 * promised, never a changed row of another company. `FUZZ=100000` asks so many, each time others; a
 * failure prints what to run to see it again.
 */
import { ClientMessage, channelOf, PAYLOADS } from '@balcao/shared/events/realtime.ts'
import { allowLogged } from '@balcao/shared/test/output.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Browser, type FakeGateway, startFakeGateway } from './fake-gateway.ts'
import { fuzzing } from './fuzz/config.ts'
import { faultOf } from './fuzz/judge.ts'
import { expandJson } from './fuzz/marks.ts'
import { anyRequest, damaged, type Request } from './fuzz/requests.ts'
import { fitting } from './fuzz/schema-values.ts'
import { makeWorld, type World } from './fuzz/world.ts'
import { makeCompany } from './harness.ts'
import { rowsOf } from './rows-of.ts'
import { makeTenant } from './tenant.ts'

/** A company that was asked so much is a strange one: its successor is asked the rest. */
const CASES_PER_COMPANY = 250
/** Faults that are made small and shown. */
const SHOWN = 8

const { cases, seed } = fuzzing()
/** Patience grows with what is asked for, far beyond what it takes. */
const timeoutMs = 60_000 + cases * 1000

let gateway: FakeGateway
beforeAll(async () => {
  gateway = await startFakeGateway()
})
afterAll(() => gateway.close())

/** Rows of another company, without its log of sign-ins that it refused: anybody may try one. */
const foreignRows = async (companyId: string) =>
  (await rowsOf(companyId)).filter(({ action }) => action !== 'session.signInRefused')

async function faultAt(world: World, request: Request): Promise<string | undefined> {
  try {
    const { path, answer } = await world.send(request)
    const fault = faultOf(request, path, answer, world.foreign.company.name)
    await world.learn(request, path, answer)
    return fault
  } catch (error) {
    return `${request.route}: threw ${error instanceof Error ? error.message.slice(0, 120) : error}`
  }
}

it(
  `answers ${cases} damaged requests as it promises`,
  async () => {
    const foreign = await makeTenant(await makeCompany())
    const before = await foreignRows(foreign.company.id)
    let world = await makeWorld(foreign)
    const requests = anyRequest()
    let asked = 0
    const faults = new Map<string, number>()
    const watched = fc.asyncProperty(requests, async request => {
      const at = asked++
      if (at > 0 && at % CASES_PER_COMPANY === 0) {
        expect(
          await foreignRows(foreign.company.id),
          `cases ${at - CASES_PER_COMPANY} to ${at} of seed ${seed}`,
        ).toEqual(before)
        world = await makeWorld(foreign)
      }
      const fault = await faultAt(world, request)
      if (fault !== undefined && !faults.has(fault)) faults.set(fault, at)
    })
    await fc.assert(watched, { seed, numRuns: cases })
    expect(await foreignRows(foreign.company.id), `seed ${seed}`).toEqual(before)
    // No session host runs here that would look a number up.
    allowLogged('ERR_WAPP_CHECK_CONTACT')

    const shown: string[] = []
    for (const [fault, at] of [...faults].slice(0, SHOWN)) {
      const again = fc.asyncProperty(requests, async request => (await faultAt(world, request)) !== fault)
      const { counterexample } = await fc.check(again, { seed, path: String(at), endOnFailure: false, numRuns: at + 1 })
      shown.push(`${fault}\n  case ${at}: ${fc.stringify(counterexample?.[0] ?? '(with what came before it only)')}`)
    }
    expect(
      shown.join('\n'),
      `${faults.size} faults; again with FUZZ=${cases} FUZZ_SEED=${seed}\n${[...faults.keys()].join('\n')}`,
    ).toBe('')
  },
  timeoutMs,
)

/** Words on one socket: more would be refused as too many. */
const WORDS_PER_SOCKET = 40

it(
  `takes ${Math.ceil(cases / 4)} damaged messages of browsers, and publishes nobody else's`,
  async () => {
    const foreign = await makeTenant(await makeCompany())
    const stranger = await gateway.open(foreign.company.admin)
    for (const status of ['open', 'pending'] as const) await stranger.send({ action: 'joinTickets', status })
    await stranger.send({ action: 'joinNotification' })
    await stranger.send({ action: 'joinChatBox', ticketId: foreign.ids.ticket })
    const before = await foreignRows(foreign.company.id)
    stranger.received.length = 0

    const world = await makeWorld(foreign)
    const { companyId } = world
    const sockets = new Map<string, { browser: Browser; words: number }>()
    const speaking = async (who: 'admin' | 'user'): Promise<Browser> => {
      const known = sockets.get(who)
      if (known && !known.browser.closed() && known.words < WORDS_PER_SOCKET) {
        known.words += 1
        return known.browser
      }
      await known?.browser.leave()
      const browser = await gateway.open(await world.newUser(who))
      sockets.set(who, { browser, words: 1 })
      return browser
    }
    const word = fc.record({
      who: fc.constantFrom('admin' as const, 'user' as const),
      message: damaged(fitting(ClientMessage)),
    })
    const handledWell = fc.asyncProperty(word, async ({ who, message }) => {
      const browser = await speaking(who)
      browser.received.length = 0
      // Throws when the function fails.
      await browser.sendRaw(expandJson(JSON.stringify(message) ?? '', world.lookup))
      for (const { event, payload } of browser.received) {
        const channel = channelOf(event, companyId)
        expect(['pong', 'joined', 'tooFast', 'closing', `company-${companyId}-${channel}`]).toContain(event)
        if (channel) expect(PAYLOADS[channel].safeParse(payload).error).toBeUndefined()
      }
    })
    await fc.assert(handledWell, { seed, numRuns: Math.ceil(cases / 4) })
    expect(stranger.received).toEqual([])
    expect(await foreignRows(foreign.company.id)).toEqual(before)

    for (const token of ['', 'null', 'a.b.c', '\u0000', '%', 'x'.repeat(20_000)])
      expect(await gateway.connect(token)).toBe(401)
  },
  timeoutMs,
)
