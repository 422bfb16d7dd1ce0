import { AppError } from '@balcao/shared/errors.ts'
import type { Actor } from '../../http/context.ts'

/** Who helps out in a company changes nothing that its people or its programs sign in with, and leaves no way in behind. Throws ERR_NO_PERMISSION. */
export function refuseSupport(actor: Actor): void {
  if (actor.support) throw new AppError('ERR_NO_PERMISSION')
}
