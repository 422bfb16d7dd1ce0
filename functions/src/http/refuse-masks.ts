import { AppError } from '@balcao/shared/errors.ts'
import { hasMask } from '@balcao/shared/rules/has-mask.ts'

/**
 * Refuses a change that would write a masked number over the real one: a form sends back what it
 * was shown.
 * @throws ERR_VALIDATION with the path
 */
export function refuseMasks(given: unknown, path = ''): void {
  if (typeof given === 'string') {
    if (hasMask(given)) throw new AppError('ERR_VALIDATION', { details: [{ path, code: 'masked_number' }] })
  } else if (typeof given === 'object' && given !== null)
    for (const [name, child] of Object.entries(given)) refuseMasks(child, path ? `${path}.${name}` : name)
}
