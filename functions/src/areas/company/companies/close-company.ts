import { endSessions } from '../../../data/account/session.ts'
import { evictCompany } from '../../../realtime/evict-company.ts'

/**
 * Ends all activity of a disabled company. Its session rows are deleted, which every call reads, a
 * quarter of a second old at most; sockets are closed. Automatic messages check `silencedBy`, three
 * seconds old at most.
 */
export async function closeCompany(companyId: string): Promise<void> {
  await endSessions(companyId)
  await evictCompany(companyId)
}
