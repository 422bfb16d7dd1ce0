import { AppError } from '@balcao/shared/errors.ts'
import { beginAttempt, failAttempt, forgetAttempts, giveBackAttempt } from '../../data/account/login-attempt.ts'
import type { KnownDevice } from '../../http/device-token.ts'

/**
 * Failures in 15 minutes, after which there are 15 minutes to wait. From an address, whatever e-mails it tries, hence for an
 * e-mail and an address together as well; on a device that is known.
 */
const MOST_FAILURES = 10
/**
 * For an e-mail from all unknown devices and addresses: so many that a stranger needs ten addresses to keep a new device of
 * the owner out, and no more than NIST SP 800-63B (5.2.2) leaves anybody.
 */
const MOST_FAILURES_EVERYWHERE = 100

/** A sign-in that may be tried; exactly one of the two is to be told. */
export type SignInAttempt = {
  /** The password was right, or was not looked at. */
  giveBack: () => Promise<void>
  fail: () => Promise<void>
}

/** Takes an attempt. Throws ERR_TOO_MANY_REQUESTS with the seconds to wait. */
export async function beginSignIn(by: KnownDevice | { email: string; address: string }): Promise<SignInAttempt> {
  if ('deviceId' in by) {
    const device = `${by.userId}#${by.deviceId}`
    const attempt = await beginAttempt('device', device, MOST_FAILURES)
    if (typeof attempt === 'number') throw tooMany(attempt)
    return { giveBack: () => forgetAttempts('device', device), fail: () => failAttempt(attempt) }
  }
  // One after the other: what the address is refused must not count for the e-mail, or one address could lock it for all.
  const address = await beginAttempt('address', by.address, MOST_FAILURES)
  if (typeof address === 'number') throw tooMany(address)
  const email = await beginAttempt('email', by.email, MOST_FAILURES_EVERYWHERE)
  if (typeof email === 'number') {
    await giveBackAttempt(address)
    throw tooMany(email)
  }
  const both = async (settle: typeof failAttempt) => {
    await Promise.all([settle(address), settle(email)])
  }
  return { giveBack: () => both(giveBackAttempt), fail: () => both(failAttempt) }
}

const tooMany = (seconds: number) => new AppError('ERR_TOO_MANY_REQUESTS', { data: { retryAfter: seconds } })
