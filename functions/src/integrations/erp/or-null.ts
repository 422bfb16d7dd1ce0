import { logger } from '../../http/logger.ts'
import { ErpError } from './erp-error.ts'

/** What belongs to a bill but does not make it: a system that does not give it, or fails at it, gives the bill without. */
export async function orNull<T>(part: string, work: Promise<T | null>): Promise<T | null> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof ErpError)) throw error
    logger.warn('a part of a bill could not be had', { part, reason: error.code })
    return null
  }
}
