import { endSessions } from '../../../data/account/session.ts'
import { evictCompany } from '../../../realtime/evict-company.ts'

/**
 * A company was disabled: nobody of it goes on. Sessions end with their rows, which every call reads, a quarter of a second old at most;
 * sockets are closed. What speaks by itself asks `silencedBy`, three seconds old at most.
 */
export async function closeCompany(companyId: string): Promise<void> {
  await endSessions(companyId)
  await evictCompany(companyId)
}
