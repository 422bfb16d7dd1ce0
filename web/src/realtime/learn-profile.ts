import { auth } from '@balcao/shared/api/account/auth.ts'
import { api, currentUser, updateSessionUser } from '#/lib/session.ts'

const TRIES = 3

/**
 * Fetches the signed-in user and the company's settings again: no event reported a change between
 * the sign-in's answer and the opening of the socket. An event that arrives meanwhile may be newer
 * than the answer, so the answer is then requested again.
 */
export async function learnProfile(): Promise<void> {
  for (let tried = 0; tried < TRIES; tried++) {
    const known = currentUser()
    if (!known) return
    const user = await api(auth.me)
    if (currentUser() !== known) continue
    // The server ends the first steps as it answers that all are done: this page still shows that.
    const { firstSteps } = known.company
    return updateSessionUser(() => ({ ...user, company: { ...user.company, firstSteps } }))
  }
}
