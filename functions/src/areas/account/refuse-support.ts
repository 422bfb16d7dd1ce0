import { AppError } from '@balcao/shared/errors.ts'
import type { Actor } from '../../http/context.ts'

/**
 * Refuses a support session to change what users or API clients sign in with, so that it leaves no
 * back door.
 * @throws ERR_NO_PERMISSION
 */
export function refuseSupport(actor: Actor): void {
  if (actor.support) throw new AppError('ERR_NO_PERMISSION')
}
