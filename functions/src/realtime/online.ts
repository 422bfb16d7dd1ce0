import { listQueues } from '../data/team/queue.ts'
import { getUser, isOnline, setOnline, toWireUser, type UserRow } from '../data/team/user.ts'
import { publish } from './publish.ts'

/** Milliseconds a user counts as online; browsers report every five minutes (decision 0033). */
const ONLINE_MS = 6 * 60_000

/** Marks a user as online, and publishes it to colleagues if it changed. */
export async function showOnline(companyId: string, userId: string): Promise<void> {
  const before = await getUser(companyId, userId)
  const user = await setOnline(companyId, userId, Date.now() + ONLINE_MS)
  if (user && before && !isOnline(before)) await publishUser(user)
}

/** Marks a user as offline after their last browser left. */
export async function showOffline(companyId: string, userId: string): Promise<void> {
  const user = await setOnline(companyId, userId, 0)
  if (user) await publishUser(user)
}

async function publishUser(user: UserRow): Promise<void> {
  const queues = await listQueues(user.companyId)
  await publish(user.companyId, 'user', { action: 'update', user: toWireUser(user, queues) })
}
