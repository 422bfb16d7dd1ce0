import { rate, row, short, times } from './cells.ts'
import type { Latency } from './inbound-latency.ts'
import type { KindName } from './kinds.ts'
import type { Figures } from './load.ts'
import { answersLine, type BesideHangingFigures, besideHangingLine } from './measure-beside-hanging.ts'
import type { BesideSearchFigures } from './measure-beside-searches.ts'
import type { ChatFigures } from './measure-chat.ts'
import type { GrowthFigures } from './measure-growth.ts'
import type { Row } from './measure-load.ts'
import type { MemoryFigures } from './measure-memory.ts'
import type { SignInFigures } from './measure-sign-ins.ts'
import type { MemorySample } from './memory.ts'
import { peerOf } from './peer.ts'
import type { BundleFigures, webFirstLoads } from './sizes.ts'
import type { UnitFigures } from './units.ts'

/**
 * Output of `session-host/bench/measure-sessions.ts` for each number of sessions: 10^6 and 10^3
 * bytes.
 */
export type SessionFigures = { sessions: number; rssMb: number; perSessionKb: number }

/** Figures of one loaded company. */
export type SizeFigures = {
  tickets: number
  items: number
  units: UnitFigures
  besideSearches: BesideSearchFigures
  rows: Row[]
}

export type BenchFigures = {
  sizes: SizeFigures[]
  growth: GrowthFigures[]
  latency: Latency | undefined
  besideHanging: BesideHangingFigures | undefined
  chat: ChatFigures | undefined
  signIns: SignInFigures | undefined
  memory: MemoryFigures | undefined
  /** Megabytes of `node_modules`. */
  installed: number
  sessions: SessionFigures[]
  bundles: BundleFigures[]
  web: ReturnType<typeof webFirstLoads>
  readySeconds: number
}

/** Budgets as multiples of the peer's rate, at 10k and at 100k tickets. */
const FACTORS: Partial<Record<KindName, readonly [small: number, large: number]>> = {
  openAgent: [8, 8],
  pendingAgent: [8, 8],
  openAdmin: [8, 8],
  openFew: [8, 8],
  contacts: [8, 8],
  messages: [6, 6],
  searchCommon: [50, 200],
  searchRare: [50, 200],
  contactsSearch: [30, 30],
  contactCreate: [3, 3],
  messageCreate: [6, 6],
  accept: [8, 8],
  login: [0.4, 0.4],
}
const LIST_UNITS = ['openAgent', 'pendingAgent', 'openAdmin', 'messages', 'contacts'] as const
const SEARCH_UNITS = ['searchCommon', 'searchRare', 'contactsSearch', 'messagesFound', 'messagesFoundAgent'] as const

const verdict = (met: boolean): string => (met ? 'yes' : '**no**')
const largest = <T>(list: readonly T[], of: (each: T) => number): T =>
  list.reduce((best, each) => (of(each) > of(best) ? each : best))

/** Returns the one table: every budget with its figures, with eight clients unless stated. */
export function budgetTable(measured: BenchFigures): string {
  const { sizes, growth, latency, besideHanging, chat, signIns, memory, sessions, bundles, web, readySeconds } =
    measured
  const head = [
    'measure',
    'budget',
    ...sizes.map(({ tickets }) => `${tickets / 1000}k tickets`),
    'nearest peer, same data',
    'met',
  ]
  const lines = [row(head), row(head.map(() => '---'))]
  const add = (measure: string, budget: string, measured: string[], peer = '', met?: boolean) => {
    const cells = Array.from({ length: sizes.length }, (_, i) => measured[i] ?? '')
    lines.push(row([measure, budget, ...cells, peer, met === undefined ? '' : verdict(met)]))
  }
  for (const { name, title } of sizes[0]!.rows) {
    const factors = sizes.map(({ tickets }) => FACTORS[name]?.[tickets > 10_000 ? 1 : 0] ?? 0)
    const budget = [...new Set(factors)].join(' and ')
    const rows = sizes.map(each => each.rows.find(row => row.name === name)!)
    const figures = rows.map(each => each.figures[8])
    const peers = sizes.map(({ tickets }) => peerOf(name, tickets, 8)?.rate)
    const equal = figures.map((each, i) => (each.rate * rows[i]!.slowness) / (peers[i] ?? Number.NaN))
    add(
      `${title}: req/s, p50/p95/p99 ms, processor ms a call`,
      FACTORS[name] ? `≥ ${budget} × the peer's req/s at equal speed` : '',
      figures.map((each, i) => {
        const against =
          peers[i] === undefined ? '' : ` = ${short(each.rate / peers[i])} ×; ${short(equal[i]!)} × at equal speed`
        return `${rate(each)}${against}; ${times(each)}; ${short(rows[i]!.cpu)}`
      }),
      peers.map(peer => (peer === undefined ? '–' : `${peer}/s`)).join(', '),
      FACTORS[name] && peers.some(peer => peer !== undefined)
        ? equal.every((each, i) => Number.isNaN(each) || each >= factors[i]!)
        : undefined,
    )
  }
  const units = (title: string, most: number, of: (figures: UnitFigures) => number, kind: string) =>
    add(
      title,
      `≤ ${most} ${kind} units`,
      sizes.map(each => short(of(each.units))),
      '',
      sizes.every(each => of(each.units) <= most),
    )
  const reads = (names: readonly (keyof UnitFigures)[]) => (figures: UnitFigures) =>
    Math.max(...names.map(name => figures[name].read))
  units('the dearest list page of 20', 5, reads(LIST_UNITS), 'read')
  units('the dearest search', 10, reads(SEARCH_UNITS), 'read')
  units('dashboard: 30 days, ten attendants', 40, figures => figures.dashboard.read, 'read')
  units('accept a ticket', 16, figures => figures.accept.write, 'write')
  units('an inbound text, with indexes and search', 20, figures => figures.inbound.write, 'write')
  const [small, large] = sizes
  if (small && large) {
    const names = [...LIST_UNITS, ...SEARCH_UNITS, 'dashboard' as const].filter(name => name !== 'searchRare')
    const cost = largest(names, name => large.units[name].read / small.units[name].read)
    const costs = large.units[cost].read / small.units[cost].read
    add(`growth of read units, worst (${cost})`, '≤ 1.2 ×', [`${short(costs)} ×`], '', costs <= 1.2)
  }
  if (growth.length > 0) {
    const { name, ratio } = largest(growth, each => each.ratio)
    add(`growth of p95, in turns, worst (${name})`, '≤ 1.2 ×', [`${short(ratio)} ×`], 'up to 9 ×', ratio <= 1.2)
  }
  add(
    'list of one client beside four who search: share of its rate alone',
    '≥ 50 %',
    sizes.map(({ besideSearches }) => besideSearchLine(besideSearches)),
    '',
    sizes.every(({ besideSearches }) => besideSearches.share >= 0.5),
  )
  if (latency) {
    add(
      'WhatsApp text → browser, 20 messages/s: p50/p95/p99 ms',
      'p95 ≤ 250 ms',
      [`${short(latency.p50)}/${short(latency.p95)}/${short(latency.p99)}, ${latency.seen} of ${latency.sent} seen`],
      '',
      latency.p95 <= 250 && latency.seen === latency.sent,
    )
  }
  if (besideHanging) {
    add(
      'the same beside a company whose webhook, Typebot and AI agent answer → hang: p95 ms, in turns',
      'p95 ≤ 1.25 ×',
      [besideHangingLine(besideHanging)],
      '',
      besideHanging.ratio <= 1.25,
    )
    add(
      'a new customer answered by a webhook, before → beside fifty conversations of another company whose agent hangs for 30 s: ms, median',
      'as before',
      [answersLine(besideHanging.answers)],
      '',
      Math.max(...besideHanging.answers.hanging) < 30_000,
    )
  }
  if (chat) {
    const { members, p50, p95, p99, refused, duplicates, misses, cpu } = chat
    const times = `${short(p50)}/${short(p95)}/${short(p99)}`
    add(
      `a message to ${members} colleagues in one conversation, 10 a second: p50/p95/p99 ms to each socket, processor ms a message`,
      'each once, p95 ≤ 250 ms',
      [`${times}; ${duplicates} duplicates, ${misses} misses, ${refused} refused; ${short(cpu)}`],
      '',
      p95 <= 250 && duplicates + misses + refused === 0,
    )
  }
  if (signIns) {
    const { alone, beside, ratio, refused, seconds, cpu } = signIns
    add('a sign-in, processor ms', '≤ 70 ms', [short(cpu)], '', cpu <= 70)
    add(
      'list of another user beside 100 sign-ins at once: p50/p95 ms, alone → beside',
      'p95 ≤ 1.25 ×',
      [
        `${pair(alone.list)} → ${pair(beside.list)} = ${short(ratio)} ×; all in after ${short(seconds)} s, ${refused} refused`,
      ],
      '',
      ratio <= 1.25,
    )
  }
  if (memory) {
    const megabytes = ({ total }: MemorySample) => total / 1024 / 1024
    const peak = Math.max(megabytes(memory.starting), megabytes(memory.loading))
    const [inUse, idle] = [megabytes(memory.inUse), megabytes(memory.idle)]
    const percent = memory.core * 100
    add(
      'the whole product, proportional memory: most while it starts, in use',
      '≤ 700 MB',
      [`${short(peak)} MB, ${short(inUse)} MB`],
      '',
      Math.max(peak, inUse) <= 700,
    )
    const met = idle <= 400 && percent <= 1
    const cell = `${short(idle)} MB, ${short(percent)} %`
    add('the whole product, idle: proportional memory, share of a core', '≤ 400 MB, ≤ 1 %', [cell], '', met)
  }
  add(
    'what `npm ci` leaves in `node_modules`',
    '≤ 900 MB',
    [`${short(measured.installed)} MB`],
    '',
    measured.installed <= 900,
  )
  for (const { sessions: count, rssMb, perSessionKb } of sessions) {
    const most = count >= 300 ? 500 : undefined
    add(
      `session host, ${count} idle sessions`,
      most ? `≤ ${most} MB, ≤ 1 MB each` : '≤ 1 MB each',
      [`${rssMb} MB, ${perSessionKb} KB each`],
      '',
      perSessionKb <= 1000 && (most === undefined || rssMb <= most),
    )
  }
  add(
    'first load of the login, JavaScript gzipped',
    '≤ 150 KB',
    [`${short(web.login)} KB`],
    '1 317 KB',
    web.login <= 150,
  )
  add(
    'first load of the ticket screen, JavaScript gzipped',
    '≤ 250 KB',
    [`${short(web.tickets)} KB`],
    '1 317 KB',
    web.tickets <= 250,
  )
  add(
    'first load of a conversation opened by its link, JavaScript gzipped',
    '≤ 250 KB',
    [`${short(web.conversation)} KB`],
    '',
    web.conversation <= 250,
  )
  const heavy = largest(bundles, ({ bytes }) => bytes)
  const megabytes = heavy.bytes / 1024 / 1024
  add(`largest function bundle (${heavy.name})`, '≤ 1.5 MB', [`${short(megabytes)} MB`], '', megabytes <= 1.5)
  const slow = largest(bundles, ({ importMs }) => importMs)
  add(
    `slowest import of a function (${slow.name})`,
    '≤ 200 ms',
    [`${short(slow.importMs)} ms`],
    '',
    slow.importMs <= 200,
  )
  add('`npm start` to ready, second time', '≤ 3 s', [`${readySeconds} s`], '', readySeconds <= 3)
  return lines.join('\n')
}

export const besideSearchLine = ({ alone, beside, share, searches }: BesideSearchFigures): string =>
  `${short(alone)}/s → ${short(beside)}/s = ${short(share * 100)} %; ${short(searches)} searches/s`

const pair = ({ p50, p95 }: Pick<Figures, 'p50' | 'p95'>): string => `${short(p50)}/${short(p95)}`

/**
 * Returns the table of lists and `GET /auth/me` of one person, alone and beside 100 people who sign
 * in at once.
 */
export function signInTable({ alone, beside, ratio, refused, seconds, cpu }: SignInFigures): string {
  const lines = [row(['one client: p50/p95 ms', 'alone', 'beside 100 sign-ins at once']), row(['---', '---', '---'])]
  for (const [kind, title] of [
    ['list', 'tickets: open'],
    ['me', 'the signed-in user'],
  ] as const)
    lines.push(row([title, pair(alone[kind]), pair(beside[kind])]))
  return `${lines.join('\n')}\n\nThe list's p95 is ${short(ratio)} ×; all were in after ${short(seconds)} s, ${refused} were refused; a sign-in takes ${short(cpu)} ms of processor.`
}
