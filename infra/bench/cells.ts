import type { Figures } from './load.ts'

/** A figure in three digits. */
export const short = (value: number): string =>
  Number.isFinite(value) ? (value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2)) : '–'
/** Latencies in milliseconds: p50/p95/p99. */
export const times = ({ p50, p95, p99 }: Figures): string => [p50, p95, p99].map(short).join('/')
/** Calls per second, with those that failed. */
export const rate = (figures: Figures): string =>
  `${short(figures.rate)}${figures.errors > 0 ? ` (${figures.errors} of ${figures.calls} failed)` : ''}`
/** A line of a table in Markdown. */
export const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
