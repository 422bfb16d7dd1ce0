import { IMPORT_UPLOAD_LIMIT } from '@balcao/shared/media.ts'
import { formatNumber } from '#/lib/format.ts'

const UNITS = [
  ['GB', 1e9],
  ['MB', 1e6],
  ['KB', 1e3],
] as const

/** Formats bytes in decimal units, in which the limit is a whole number. */
export function fileSize(bytes: number): string {
  const [unit, of] = UNITS.find(([, least]) => bytes >= least) ?? UNITS[2]
  return `${formatNumber(Math.max(0.1, bytes / of), { maximumFractionDigits: 1 })} ${unit}`
}

/** Maximum size of a dump, and of a zip. */
export const sizeLimit = (): string => fileSize(IMPORT_UPLOAD_LIMIT)
