import { createHmac } from 'node:crypto'
import { config } from '../config.ts'

/** The value of a company's key on the usage plan of the public API: always the same, known to nobody else. */
export const usageKeyOf = (companyId: string): string =>
  createHmac('sha256', config().JWT_SECRET).update(`usage-key|${companyId}`).digest('hex')
