import { takeBackTimer } from '../data/distribution/take-back-timer.ts'
import { distributes, listQueues, type QueueRow } from '../data/team/queue.ts'
import { getUser, isOnline, setOnline, toWireUser, type UserRow } from '../data/team/user.ts'
import { armTimer } from '../data/timers/timer.ts'
import { askForTickets } from '../messaging/ask-for-tickets.ts'
import { publish } from './publish.ts'

/** Milliseconds a user counts as online; browsers report every five minutes (decision 0033). */
const ONLINE_MS = 6 * 60_000

/**
 * Marks a user as online. If that is new, it is published to colleagues, and queues that distribute
 * their tickets look whether they have one for the user.
 */
export async function showOnline(companyId: string, userId: string): Promise<void> {
  const before = await getUser(companyId, userId)
  const user = await setOnline(companyId, userId, Date.now() + ONLINE_MS)
  if (!user || !before || isOnline(before)) return
  const queues = await listQueues(companyId)
  await Promise.all([publishUser(user, queues), askForTickets(user, queues)])
}

/**
 * Marks a user as offline after their last browser left. What they were given by
 * their queues returns after a while.
 */
export async function showOffline(companyId: string, userId: string): Promise<void> {
  const user = await setOnline(companyId, userId, Date.now())
  if (!user) return
  const queues = await listQueues(companyId)
  const isGiven = queues.some(queue => distributes(queue) && user.queueIds.includes(queue.id))
  await Promise.all([publishUser(user, queues), isGiven ? armTimer(takeBackTimer(user)) : undefined])
}

const publishUser = (user: UserRow, queues: readonly QueueRow[]): Promise<void> =>
  publish(user.companyId, 'user', { action: 'update', user: toWireUser(user, queues) })
