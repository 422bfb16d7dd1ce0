import { UNSENT } from './unsent-key.ts'

/**
 * Keys of builds before decision 0007, which named no company: `balcao.draft.<userId>.<ticketId>`
 * and so on.
 */
const EARLIER = /^balcao\.(draft|cart|outbox)\.([^.]+)(?:\.([^.]+))?$/

/**
 * Returns the owner of work whose company is not known yet: its user has not signed in here since.
 */
const ownerWithoutCompany = (userId: string): string => `-.${userId}`

/**
 * Moves unsent work from earlier keys to the current ones. Another user's work waits for their next
 * sign-in, under a key without a company, and is swept after seven days like everything else.
 * Unreadable work is removed.
 */
export function moveEarlierUnsent(user: { id: string; companyId: string }, now = Date.now()): void {
  const own = `${user.companyId}.${user.id}`
  const unknown = ownerWithoutCompany(user.id)
  for (const key of Object.keys(localStorage)) {
    const stored = localStorage.getItem(key) ?? ''
    const [, kind, userId, ticketId] = EARLIER.exec(key) ?? []
    if (kind && userId) {
      const owner = userId === user.id ? own : ownerWithoutCompany(userId)
      for (const { name, value } of entriesOf(kind, ticketId, stored))
        keep(`${UNSENT}${owner}.${name}`, { at: now, value })
      localStorage.removeItem(key)
    } else if (key.startsWith(`${UNSENT}${unknown}.`)) {
      keep(key.replace(unknown, own), stored)
      localStorage.removeItem(key)
    }
  }
}

/** Keeps an entry unless a newer one exists. */
function keep(key: string, entry: unknown) {
  if (localStorage.getItem(key) !== null) return
  try {
    localStorage.setItem(key, typeof entry === 'string' ? entry : JSON.stringify(entry))
  } catch {
    // The storage is full: the earlier entry is lost, like any other that does not fit.
  }
}

function entriesOf(kind: string, ticketId: string | undefined, stored: string): { name: string; value: unknown }[] {
  if (kind === 'draft') return ticketId && stored ? [{ name: `draft.${ticketId}`, value: stored }] : []
  try {
    const value: unknown = JSON.parse(stored)
    if (kind === 'cart') return ticketId && value ? [{ name: `cart.${ticketId}`, value }] : []
    return (value as { clientId: string }[]).map(item => ({ name: `message.${item.clientId}`, value: item }))
  } catch {
    return []
  }
}
