import { recordAudit } from '../data/account/audit.ts'
import { endSupport } from '../data/account/support-session.ts'
import { evict } from './evict.ts'

/** Ends a support session: its sockets are closed and the company's log says so, once. `address`: of who left by themselves. */
export async function endSupportSession(companyId: string, sessionId: string, address?: string): Promise<void> {
  const row = await endSupport(companyId, sessionId)
  if (!row) return
  const user = { id: row.superId, name: row.superName }
  await recordAudit(companyId, { action: 'session.signOut', subjectId: row.userId, user, support: true, address })
  await evict(companyId, row.userId, 'ended', sessionId)
}
