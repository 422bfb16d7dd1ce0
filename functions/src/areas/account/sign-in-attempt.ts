import { AppError } from '@balcao/shared/errors.ts'
import { clearAttempts, recordFailedAttempt, releaseAttempt, reserveAttempt } from '../../data/account/login-attempt.ts'
import type { KnownDevice } from '../../http/device-token.ts'

/**
 * Failures in 15 minutes, after which 15 minutes must pass. Counted for an address, whatever
 * e-mails it tries (hence for an e-mail and an address together as well), and for a known device.
 */
const MAX_FAILURES = 10
/**
 * The same limit for an e-mail from all unknown devices and addresses: a stranger needs ten
 * addresses to keep a new device of the owner out, and NIST SP 800-63B (5.2.2) allows no more
 * failures than this.
 */
const MAX_FAILURES_EVERYWHERE = 100

/** A sign-in attempt that may go on; call exactly one of the two functions. */
export type SignInAttempt = {
  /** Gives the attempt back: the password was right, or was not checked. */
  giveBack: () => Promise<void>
  fail: () => Promise<void>
}

/**
 * Counts an attempt.
 * @throws ERR_TOO_MANY_REQUESTS with the seconds to wait
 */
export async function beginSignIn(by: KnownDevice | { email: string; address: string }): Promise<SignInAttempt> {
  if ('deviceId' in by) {
    const device = `${by.userId}#${by.deviceId}`
    const attempt = await reserveAttempt('device', device, MAX_FAILURES)
    if (typeof attempt === 'number') throw tooMany(attempt)
    return { giveBack: () => clearAttempts('device', device), fail: () => recordFailedAttempt(attempt) }
  }
  // One after the other: an attempt refused for the address must not count for the e-mail, or one
  // address could lock the e-mail for all.
  const address = await reserveAttempt('address', by.address, MAX_FAILURES)
  if (typeof address === 'number') throw tooMany(address)
  const email = await reserveAttempt('email', by.email, MAX_FAILURES_EVERYWHERE)
  if (typeof email === 'number') {
    await releaseAttempt(address)
    throw tooMany(email)
  }
  const both = async (settle: typeof recordFailedAttempt) => {
    await Promise.all([settle(address), settle(email)])
  }
  return { giveBack: () => both(releaseAttempt), fail: () => both(recordFailedAttempt) }
}

const tooMany = (seconds: number) => new AppError('ERR_TOO_MANY_REQUESTS', { data: { retryAfter: seconds } })
