import { logger } from '../../http/logger.ts'
import { ErpError } from './erp-error.ts'

/**
 * Returns an optional part of a bill, or null: if a system does not have it, or fails at it, the
 * bill is sent without.
 */
export async function orNull<T>(part: string, work: Promise<T | null>): Promise<T | null> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof ErpError)) throw error
    logger.warn('a part of a bill could not be had', { part, reason: error.code })
    return null
  }
}
