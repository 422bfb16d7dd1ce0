import { createHmac } from 'node:crypto'
import { config } from '../config.ts'

/**
 * Returns the value of a company's key on the usage plan of the public API; nobody else knows it.
 * It derives from the oldest secret listed. During `npm run rotate-secrets` the newest secret's
 * value is registered with the gateway while both are listed, and counts once the others are
 * removed.
 */
export const usageKeyOf = (companyId: string): string => valueBy(config().EARLIER_JWT_SECRETS.at(-1), companyId)

/** Returns the value of the next key, which the gateway must know before it counts. */
export const nextUsageKeyOf = (companyId: string): string => valueBy(undefined, companyId)

const valueBy = (secret = config().JWT_SECRET, companyId: string): string =>
  createHmac('sha256', secret).update(`usage-key|${companyId}`).digest('hex')
