import { formatNumber } from '#/lib/format.ts'

const UNITS = [
  ['terabyte', 1e12],
  ['gigabyte', 1e9],
  ['megabyte', 1e6],
  ['kilobyte', 1e3],
] as const

/** Formats a number of bytes in its largest unit: "12,5 GB". */
export function formatBytes(bytes: number): string {
  const [unit, size] = UNITS.find(([, each]) => bytes >= each) ?? (['byte', 1] as const)
  return formatNumber(bytes / size, { style: 'unit', unit, maximumFractionDigits: 1 })
}
