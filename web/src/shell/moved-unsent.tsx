import { type ReactNode, useEffect, useState } from 'react'
import { useUser } from '#/lib/session.ts'

/** Keys that `move-earlier-unsent.ts` moves. */
const EARLIER = /^balcao\.(draft|cart|outbox|unsent\.-)\./

/**
 * Shows its children once the unsent work of earlier builds has been moved to the current keys, so
 * that none of them reads too early.
 */
export function MovedUnsent({ children }: { children: ReactNode }) {
  const user = useUser()
  const [isMoved, setMoved] = useState(() => !Object.keys(localStorage).some(key => EARLIER.test(key)))
  useEffect(() => {
    if (isMoved) return
    // If the module cannot be loaded, the next start of the app tries again.
    void import('#/lib/move-earlier-unsent.ts')
      .then(({ moveEarlierUnsent }) => moveEarlierUnsent(user))
      .catch(() => undefined)
      .finally(() => setMoved(true))
  }, [isMoved, user])
  return isMoved ? children : null
}
