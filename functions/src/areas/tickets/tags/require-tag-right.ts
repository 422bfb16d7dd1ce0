import { mayAccess } from '@balcao/shared/access.ts'
import type { Tag } from '@balcao/shared/entities/tag.ts'
import { AppError } from '@balcao/shared/errors.ts'
import type { Actor } from '../../../http/context.ts'

/**
 * Ordinary tags are everybody's; the columns of the kanban board are made, changed and deleted from supervisors up, and so is what
 * becomes one or was one. Throws ERR_NO_PERMISSION.
 */
export function requireTagRight(actor: Actor, ...tags: (Pick<Tag, 'kanban'> | undefined)[]): void {
  if (tags.some(tag => tag?.kanban === 1) && !mayAccess('supervisor', actor)) throw new AppError('ERR_NO_PERMISSION')
}
