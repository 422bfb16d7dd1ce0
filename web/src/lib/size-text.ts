import { formatNumber } from './format.ts'

/** Formats a number of bytes for people. */
export const sizeText = (bytes: number): string => {
  const unit = bytes >= 2 ** 20 ? (['MB', 2 ** 20] as const) : (['KB', 1024] as const)
  return `${formatNumber(Math.max(0.1, bytes / unit[1]), { maximumFractionDigits: 1 })} ${unit[0]}`
}
