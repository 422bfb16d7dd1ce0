import { createHmac } from 'node:crypto'
import { config } from '../config.ts'

/**
 * The value of a company's key on the usage plan of the public API: known to nobody else. Of the oldest secret that is named: the
 * newest one's is made known to the gateway while both are (`npm run rotate-secrets`), and counts once the others are not named any more.
 */
export const usageKeyOf = (companyId: string): string => valueBy(config().EARLIER_JWT_SECRETS.at(-1), companyId)

/** The value there is to be, for the gateway to know before it counts. */
export const nextUsageKeyOf = (companyId: string): string => valueBy(undefined, companyId)

const valueBy = (secret = config().JWT_SECRET, companyId: string): string =>
  createHmac('sha256', secret).update(`usage-key|${companyId}`).digest('hex')
