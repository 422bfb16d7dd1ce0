import { auth } from '@balcao/shared/api/account/auth.ts'
import { api, currentUser, updateSessionUser } from '#/lib/session.ts'

const TRIES = 3

/**
 * The signed-in user and the company's settings as they are now: what changed between the answer they came with and the socket's
 * opening nobody was told. An event that comes meanwhile may be newer than the answer, which is then asked for again.
 */
export async function learnProfile(): Promise<void> {
  for (let tried = 0; tried < TRIES; tried++) {
    const known = currentUser()
    if (!known) return
    const user = await api(auth.me)
    if (currentUser() === known) return updateSessionUser(() => user)
  }
}
