import { percentile } from '../load.ts'
import type { ExchangedMessage } from './ordinary-traffic.ts'
import type { HostileRun, Side } from './run-hostile.ts'

/** A promise, its figure, and whether it held. */
export type CheckedPromise = { promise: string; measured: string; held: boolean }

/** Longest time from the phone to the browser for messages of the other company, in ms. */
const LATE_MS = 2000
/** Number of the slowest messages to list, late or not. */
const SLOWEST = 5

const delaysOf = (messages: readonly ExchangedMessage[]): number[] =>
  messages
    .flatMap(({ at, arrived }) => (arrived === undefined || Number.isNaN(at) ? [] : [arrived - at]))
    .sort((a, b) => a - b)

/**
 * Returns the accepted messages that were sent after the browsers had connected: these must arrive.
 */
const timed = (messages: readonly ExchangedMessage[]): ExchangedMessage[] =>
  messages.filter(({ at, taken }) => !Number.isNaN(at) && taken !== undefined)

const times = (delays: readonly number[]): string =>
  [0.5, 0.95, 0.99, 1].map(share => (delays.length ? Math.round(percentile(delays, share)) : '–')).join('/')

const list = (names: readonly string[], most = 5): string =>
  names.length === 0 ? '' : `: ${names.slice(0, most).join('; ')}${names.length > most ? ' …' : ''}`

const count = (what: string, names: readonly string[]): string => `${names.length} ${what}${list(names)}`

/**
 * Checks promises that hold at any speed of the machine: no message lost or duplicated, no process
 * ended, nothing fetched from forbidden addresses.
 */
export function checkPromises(run: HostileRun): CheckedPromise[] {
  const { attacked, other, hostile, flood, forbiddenVisits: forbidden, watch } = run
  const { outcome } = hostile
  const marks = (of: readonly { mark: string; kind: string }[]) => of.map(({ mark, kind }) => `${mark} ${kind}`)
  return [
    ...wholeness('other company', other),
    ...wholeness('attacked company, ordinary customers', attacked),
    {
      promise: 'what hostile phones wrote is shown once',
      measured: [
        `${outcome.owed} written`,
        count('missing', marks(outcome.missing)),
        count('doubled', marks(outcome.doubled)),
        count('legal texts changed', marks(outcome.changed)),
        `${outcome.waiting} media undecided`,
        `${outcome.stored} stored`,
        `${outcome.givenUp} given up`,
        `${outcome.placeholders} placeholders`,
      ].join(', '),
      held: outcome.missing.length + outcome.doubled.length + outcome.changed.length + outcome.waiting === 0,
    },
    {
      promise: 'no process ended',
      measured: count('deaths', watch.ended()),
      held: watch.ended().length === 0,
    },
    {
      promise: 'nothing fetched but from the media host',
      measured: count('calls of the canary', forbidden),
      held: forbidden.length === 0,
    },
    {
      promise: 'floods are never answered with a server error or above 4 MiB',
      measured: `${flood.calls} calls, ${[...flood.answers].map(([status, n]) => `${n} × ${status}`).join(', ')}, ${flood.unanswered} without an answer, ${count('broken', [...new Set(flood.broken)])}`,
      held: flood.calls > 0 && flood.broken.length === 0,
    },
    {
      promise: 'the run itself went as planned',
      measured: `${count('troubles', [...run.broken, ...hostile.phones.flatMap(({ refused }) => refused)])}, ${run.simulatorErrors} errors of the simulator`,
      held:
        run.broken.length === 0 &&
        hostile.phones.every(({ refused }) => refused.length === 0) &&
        run.simulatorErrors === 0,
    },
  ]
}

function wholeness(name: string, { traffic, differences }: Side): CheckedPromise[] {
  const { lost, doubled, disordered, corrupt, unsent, unsentTwice } = differences
  const asked = traffic.conversations.flatMap(each => each.asked)
  const answered = traffic.conversations.flatMap(each => each.answered)
  const spoilt = [...corrupt, ...traffic.corrupt()]
  const wrong = [lost, doubled, disordered, spoilt, unsent, unsentTwice, traffic.failures()]
  return [
    {
      promise: `${name}: every message once, in order, byte for byte, both ways`,
      measured: [
        `${asked.length} in, ${answered.length} out`,
        count('lost', lost),
        count('doubled', [...doubled, ...unsentTwice]),
        count('out of order', disordered),
        count('spoilt', spoilt),
        count('not acknowledged', unsent),
        count('failed calls', traffic.failures()),
      ].join(', '),
      held: wrong.every(each => each.length === 0),
    },
  ]
}

/**
 * Checks promises that a slow machine breaks: the other company's latencies, from the phone to the
 * browser and from the attendant to WhatsApp's acknowledgement, and its connections, which a host
 * gives up when it renews its lease too late.
 */
export function checkLatencies({ other, attacked, deafMs, watch, began }: HostileRun): CheckedPromise[] {
  const asked = timed(other.traffic.conversations.flatMap(each => each.asked))
  const delays = delaysOf(asked)
  const late = asked.filter(({ at, arrived }) => arrived === undefined || arrived - at > LATE_MS)
  const missing = asked.filter(({ arrived }) => arrived === undefined)
  const twice = asked.filter(({ repeats }) => repeats)
  const out = delaysOf(other.traffic.conversations.flatMap(each => each.answered))
  const own = delaysOf(attacked.traffic.conversations.flatMap(each => each.asked))
  // A message that never arrived is the slowest.
  const slowness = ({ at, arrived }: ExchangedMessage) =>
    arrived === undefined ? Number.POSITIVE_INFINITY : arrived - at
  const slowest = asked.toSorted((a, b) => slowness(b) - slowness(a)).slice(0, SLOWEST)
  const accepting = asked.flatMap(({ at, taken }) => (taken === undefined ? [] : [taken - at])).sort((a, b) => a - b)
  return [
    {
      promise: `other company: phone → browser ≤ ${LATE_MS / 1000} s, p50/p95/p99/max ms`,
      measured: `${times(delays)}, ${late.length} of ${asked.length} late, ${missing.length} missing, ${twice.length} received twice`,
      held: late.length === 0 && twice.length === 0,
    },
    {
      promise: 'of that, the call of the simulator that sends it, p50/p95/p99/max ms',
      measured: `${times(accepting)}; deaf at most: this process ${Math.round(deafMs)} ms, session host ${Math.round(watch.hostDeafMs())} ms`,
      held: true,
    },
    {
      promise: 'the slowest of them: ms, of which the simulator took, second of the run',
      measured: slowest
        .map(
          message =>
            `${Math.round(slowness(message))}, ${Math.round(message.taken! - message.at)}, ${Math.round((message.at - began) / 1000)} s`,
        )
        .join('; '),
      held: true,
    },
    { promise: 'other company: attendant → acknowledged, p50/p95/p99/max ms', measured: times(out), held: true },
    {
      promise: "the other company's connection and browser stayed connected",
      measured: `${other.traffic.browser.closed()} closes, ${count('connection states', other.traffic.outages())}`,
      held: other.traffic.browser.closed() === 0 && other.traffic.outages().length === 0,
    },
    { promise: 'attacked company: phone → browser, p50/p95/p99/max ms', measured: times(own), held: true },
  ]
}
