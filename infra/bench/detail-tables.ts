import { rate, row, short, times } from './cells.ts'
import type { GrowthFigures } from './measure-growth.ts'
import { CLIENTS } from './measure-load.ts'
import { peerOf } from './peer.ts'
import type { SizeFigures } from './report.ts'
import type { UnitFigures } from './units.ts'

/** Returns the table of p95 at both sizes, measured alternately. */
export function growthTable(growth: readonly GrowthFigures[]): string {
  const lines = [row(['p95, eight clients, ms', 'small', 'large', 'growth']), row(['---', '---', '---', '---'])]
  for (const { name, small, large, ratio } of growth)
    lines.push(row([name, short(small), short(large), `${short(ratio)} ×`]))
  return lines.join('\n')
}

/** Returns the table of every figure of the load: by kind, clients and size. */
export function detailTable(sizes: readonly SizeFigures[]): string {
  const head = ['request', 'tickets', ...CLIENTS.flatMap(clients => [`req/s, ${clients}`, 'p50/p95/p99 ms', 'peer'])]
  const lines = [row(head), row(head.map(() => '---'))]
  for (const { name, title } of sizes[0]?.rows ?? []) {
    for (const { tickets, rows } of sizes) {
      const { figures } = rows.find(each => each.name === name)!
      const cells = CLIENTS.flatMap(clients => {
        const peer = peerOf(name, tickets, clients)
        const peerTimes =
          peer?.p95 === undefined ? '' : ` (${[peer.p50, peer.p95, peer.p99].filter(Boolean).join('/')})`
        return [rate(figures[clients]), times(figures[clients]), peer ? `${peer.rate}${peerTimes}` : '–']
      })
      lines.push(row([title, String(tickets), ...cells]))
    }
  }
  return lines.join('\n')
}

/** Returns the table of the units of every measured operation. */
export function unitTable(sizes: readonly SizeFigures[]): string {
  const head = ['operation', ...sizes.map(({ tickets }) => `${tickets} tickets: read / write units, calls`)]
  const names = Object.keys(sizes[0]?.units ?? {}) as (keyof UnitFigures)[]
  const cells = (name: keyof UnitFigures) =>
    sizes.map(({ units }) => `${units[name].read} / ${units[name].write}, ${units[name].calls}`)
  return [row(head), row(head.map(() => '---')), ...names.map(name => row([name, ...cells(name)]))].join('\n')
}
