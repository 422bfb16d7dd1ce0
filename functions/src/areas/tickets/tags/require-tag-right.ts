import { mayAccess } from '@balcao/shared/access.ts'
import type { Tag } from '@balcao/shared/entities/tag.ts'
import { AppError } from '@balcao/shared/errors.ts'
import type { Actor } from '../../../http/context.ts'

/**
 * Requires the right to delete a tag. A tag that the caller did not create (older rows have no
 * author) requires the right to the catalogue, and a kanban column a supervisor as well.
 * @throws ERR_NO_PERMISSION
 */
export function requireTagRemoval(actor: Actor, tag: Pick<Tag, 'kanban' | 'userId'>): void {
  requireTagRight(actor, tag)
  if (tag.userId !== actor.userId && !mayAccess('catalog', actor)) throw new AppError('ERR_NO_PERMISSION')
}

/**
 * Requires a supervisor or admin to create, change or delete a kanban column, including a tag that
 * becomes one or was one; ordinary tags are open to everybody.
 * @throws ERR_NO_PERMISSION
 */
export function requireTagRight(actor: Actor, ...tags: (Pick<Tag, 'kanban'> | undefined)[]): void {
  if (tags.some(tag => tag?.kanban === 1) && !mayAccess('supervisor', actor)) throw new AppError('ERR_NO_PERMISSION')
}
