import { mayAccess } from '@balcao/shared/access.ts'
import type { Tag } from '@balcao/shared/entities/tag.ts'
import { AppError } from '@balcao/shared/errors.ts'
import type { Actor } from '../../../http/context.ts'

/**
 * Requires the right to delete a tag: a tag that the caller did not make (rows from before authors were kept have none)
 * asks for the right to the catalogue, and a kanban column for a supervisor as well. Throws ERR_NO_PERMISSION.
 */
export function requireTagRemoval(actor: Actor, tag: Pick<Tag, 'kanban' | 'userId'>): void {
  requireTagRight(actor, tag)
  if (tag.userId !== actor.userId && !mayAccess('catalog', actor)) throw new AppError('ERR_NO_PERMISSION')
}

/**
 * Ordinary tags are everybody's; the columns of the kanban board are made, changed and deleted from supervisors up, and so is what
 * becomes one or was one. Throws ERR_NO_PERMISSION.
 */
export function requireTagRight(actor: Actor, ...tags: (Pick<Tag, 'kanban'> | undefined)[]): void {
  if (tags.some(tag => tag?.kanban === 1) && !mayAccess('supervisor', actor)) throw new AppError('ERR_NO_PERMISSION')
}
