import { recordAudit } from '../data/account/audit.ts'
import { endSupport, supportsBegunBy } from '../data/account/support-session.ts'
import { logger } from '../http/logger.ts'
import { closeSockets } from './close-sockets.ts'

/**
 * Ends a support session: closes its sockets and writes the company's log, once. `address`: of the
 * operator who left by themselves.
 */
export async function endSupportSession(companyId: string, sessionId: string, address?: string): Promise<void> {
  const row = await endSupport(companyId, sessionId)
  if (!row) return
  const user = { id: row.superId, name: row.superName }
  await recordAudit(companyId, { action: 'session.signOut', subjectId: row.userId, user, support: true, address })
  await closeSockets(companyId, row.userId, 'ended', sessionId)
}

/**
 * Ends the support sessions that a super user began in one session of their own, or in any. Calls
 * are refused without it, since each checks for that session; this closes the sockets and writes
 * the log. Never throws.
 */
export async function endSupportsBegunBy(companyId: string, userId: string, superSessionId?: string): Promise<void> {
  try {
    const begun = await supportsBegunBy(companyId, userId)
    await Promise.all(
      begun
        .filter(each => superSessionId === undefined || each.superSessionId === superSessionId)
        .map(each => endSupportSession(each.supportedId, each.sessionId)),
    )
  } catch (error) {
    logger.error('end support', { companyId, error: error as Error })
  }
}
