import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { seededRandom } from '../../demo/seed/random.ts'
import { openShop, persist, type Shop } from '../../test/system/open-shop.ts'
import type { Product } from '../../test/system/start-product.ts'
import { attackFrom, type HostilePhone } from './attack.ts'
import { type Flood, flood } from './flood.ts'
import { openForbiddenServer } from './forbidden-server.ts'
import { injectFaults } from './inject-faults.ts'
import { type OrdinaryTraffic, startOrdinaryTraffic } from './ordinary-traffic.ts'
import { type Differences, reconcile, underWay } from './reconcile.ts'
import { type Outcome, outcomeOf } from './reconcile-hostile.ts'
import { type Watch, watchProcesses } from './watch-processes.ts'

export type HostilePlan = {
  /**
   * Seed of the order of all events; the same seed gives the same order, though not the same
   * moments.
   */
  seed: number
  /**
   * Minimum duration; everything required once (each attack by each phone, each fault, each flood)
   * is done in any case.
   */
  ms: number
  /** Number of hostile phones. */
  phones: number
  /** Number of messages of a burst. */
  burst: number
  /**
   * Milliseconds between two messages of the other company's customers; twice that for the attacked
   * one's.
   */
  tickMs: number
  /**
   * Longest pauses between two attacks of a phone, two floods of the browser, two faults, in ms.
   */
  pauseMs: { attack: number; flood: number; fault: number }
  log: (line: string) => void
}

export type Side = { traffic: OrdinaryTraffic; differences: Differences }

export type HostileRun = {
  /** `performance.now` at the beginning. */
  began: number
  minutes: number
  attacked: Side
  other: Side
  hostile: { phones: HostilePhone[]; outcome: Outcome }
  flood: Flood
  faults: Map<string, number>
  forbiddenVisits: readonly string[]
  watch: Watch
  /** Failures of the run itself, or of the attacked company's connection. */
  broken: string[]
  /** Longest blocking of this process's event loop, in ms: it is part of every latency. */
  deafMs: number
  /** Errors of the simulator; a run with any proves nothing. */
  simulatorErrors: number
}

const ATTACKED = '5511900000301'
const OTHER = '5511900000302'
const ATTACKED_CUSTOMERS = 5
const OTHER_CUSTOMERS = 10
/** Minimum number of messages of each ordinary customer. */
const MIN_MESSAGES = 2
const LOOK_MS = 60_000
/** Milliseconds without progress after which the run gives up. */
const STUCK_MS = 180_000

const numbersOf = (digit: number, count: number) =>
  Array.from({ length: count }, (_, i) => `55119${digit}000${String(i).padStart(4, '0')}`)

/**
 * Attacks one of two companies on one product, with hostile phones, faults of its connection and
 * its own browser, while the other has ordinary traffic. Ends when every message has arrived, or
 * there is no progress.
 */
export async function runHostile(product: Product, plan: HostilePlan): Promise<HostileRun> {
  const random = seededRandom(plan.seed)
  const broken: string[] = []
  const [attackedShop, otherShop] = (await Promise.all([
    openShop(product, 'Atacada', ATTACKED),
    openShop(product, 'Vizinha', OTHER),
  ])) as [Shop, Shop]
  const attacked = await startOrdinaryTraffic(product, attackedShop, numbersOf(6, ATTACKED_CUSTOMERS), random)
  const other = await startOrdinaryTraffic(product, otherShop, numbersOf(7, OTHER_CUSTOMERS), random)
  const forbidden = await openForbiddenServer()
  const deaf = monitorEventLoopDelay({ resolution: 10 })
  deaf.enable()
  const watch = watchProcesses(product)
  const began = performance.now()
  const phones = numbersOf(8, plan.phones).map(
    (number): HostilePhone => ({ number, sent: [], done: new Map(), refused: [] }),
  )
  const isLongEnough = () => performance.now() - began >= plan.ms
  let isOver = false

  const tickers = [tick(other, plan.tickMs, () => isOver), tick(attacked, plan.tickMs * 2, () => isOver)]
  const progress = setInterval(() => plan.log(progressOf(began, other, phones, watch)), LOOK_MS)
  try {
    const attacks = phones.map(phone => {
      const own = seededRandom(plan.seed + Number(phone.number.slice(-4)) + 1)
      const attack = { shop: attackedShop, phone, random: own, canary: forbidden, burst: plan.burst }
      return attackFrom(attack, plan.pauseMs.attack, isLongEnough)
    })
    const flooding = flood(product, attackedShop, seededRandom(plan.seed + 101), plan.pauseMs.flood, isLongEnough)
    const shaking = injectFaults(attackedShop, seededRandom(plan.seed + 102), plan.pauseMs.fault, isLongEnough)
    const noted = <T>(work: Promise<T>, otherwise: T) =>
      work.catch(error => {
        broken.push(error instanceof Error ? error.message : String(error))
        return otherwise
      })
    const [flooded, faults] = await Promise.all([
      noted(flooding, { calls: 0, answers: new Map(), unanswered: 0, broken: [] }),
      noted(shaking, new Map<string, number>()),
      ...attacks.map(each => noted(each, undefined)),
    ])
    while (!hasEnoughMessages(other) || !hasEnoughMessages(attacked)) await sleep(100)
    isOver = true
    await Promise.all([...tickers, attacked.quiet(), other.quiet()])
    await persist(() => attackedShop.sim('DELETE', '/faults'))
    plan.log('the attack is over; waiting for what is on its way')
    await settle([attacked, other], attackedShop, phones)

    watch.look()
    const [attackedSide, otherSide] = [
      { traffic: attacked, differences: await persist(() => reconcile(attacked)) },
      { traffic: other, differences: await persist(() => reconcile(other)) },
    ] as [Side, Side]
    await Promise.all([attacked.quiet(), other.quiet()])
    const { errors } = await attackedShop.sim<{ errors: number }>('GET', '/health')
    return {
      began,
      minutes: (performance.now() - began) / 60_000,
      attacked: attackedSide,
      other: otherSide,
      hostile: { phones, outcome: await persist(() => outcomeOf(attackedShop, phones)) },
      flood: flooded,
      faults,
      forbiddenVisits: forbidden.visits(),
      watch,
      broken,
      deafMs: deaf.max / 1e6,
      simulatorErrors: errors,
    }
  } finally {
    isOver = true
    clearInterval(progress)
    deaf.disable()
    watch.stop()
    attacked.close()
    other.close()
    await forbidden.close()
  }
}

/** Sends ordinary messages at a steady pace, whether or not earlier ones have arrived. */
async function tick(traffic: OrdinaryTraffic, everyMs: number, isOver: () => boolean): Promise<void> {
  const began = performance.now()
  for (let n = 1; !isOver(); n++) {
    traffic.tick()
    await sleep(Math.max(0, began + n * everyMs - performance.now()))
  }
}

const hasEnoughMessages = ({ conversations }: OrdinaryTraffic): boolean =>
  conversations.every(({ asked, answered }) => asked.length > MIN_MESSAGES && answered.length >= MIN_MESSAGES)

/** Waits until everything has arrived, or there is no progress for too long. */
async function settle(traffics: OrdinaryTraffic[], shop: Shop, phones: HostilePhone[]): Promise<void> {
  let best = Number.POSITIVE_INFINITY
  let moved = Date.now()
  for (;;) {
    const looked = Date.now()
    const open = await persist(() => Promise.all(traffics.map(underWay)))
    const { missing, waiting } = await persist(() => outcomeOf(shop, phones))
    const left = missing.length + waiting + open.reduce((sum, each) => sum + each, 0)
    if (left === 0) return
    if (left < best) {
      best = left
      moved = Date.now()
    }
    if (Date.now() - moved > STUCK_MS) return
    // Reading everything takes time too.
    await sleep(Math.max(1000, 2 * (Date.now() - looked)))
  }
}

function progressOf(began: number, other: OrdinaryTraffic, phones: HostilePhone[], watch: Watch): string {
  const { memory } = watch.look()
  const minutes = Math.round((performance.now() - began) / 60_000)
  const asked = other.conversations.flatMap(each => each.asked)
  const delays = asked.flatMap(({ at, arrived }) => (arrived === undefined ? [] : [arrived - at]))
  const sent = phones.reduce((sum, phone) => sum + phone.sent.length, 0)
  const megabytes = (bytes = Number.NaN) => `${Math.round(bytes / 2 ** 20)} MB`
  return (
    `${minutes} min: ${asked.length} of the other company, slowest ${Math.round(Math.max(0, ...delays))} ms; ` +
    `${sent} hostile; host ${megabytes(memory.host?.pss)}, cloud ${megabytes(memory.cloud?.pss)}`
  )
}
