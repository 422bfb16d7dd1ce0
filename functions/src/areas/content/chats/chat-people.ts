import { CHAT_USERS } from '@balcao/shared/api/content/chats.ts'
import type { UserRef } from '@balcao/shared/entities/user.ts'
import type { Problem } from '@balcao/shared/errors.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { getCaller, listUsers } from '../../../data/team/user.ts'
import type { UserContext } from '../../../http/context.ts'

/** Returns the caller with their current name. */
export async function callerRef({ companyId, actor }: UserContext): Promise<UserRef> {
  const user = await getCaller(companyId, actor.userId)
  if (!user) throw new AppError('ERR_UNAUTHORIZED')
  return { id: user.id, name: user.name }
}

const refuse = (problem: Problem): never => {
  throw new AppError('ERR_VALIDATION', { details: [{ path: 'users', field: 'chat.users', ...problem }] })
}

/**
 * Returns the users of these ids without the caller, each once.
 * @throws ERR_NO_USER_FOUND, and ERR_VALIDATION for none or too many
 */
export async function othersOf({ companyId, actor }: UserContext, ids: readonly string[]): Promise<UserRef[]> {
  const wanted = [...new Set(ids)].filter(id => id !== actor.userId)
  if (wanted.length === 0) return refuse({ code: 'required' })
  if (wanted.length >= CHAT_USERS) return refuse({ code: 'too_many', maximum: CHAT_USERS })
  const users = new Map((await listUsers(companyId)).map(({ id, name }) => [id, { id, name }]))
  return wanted.map(id => {
    const user = users.get(id)
    if (!user) throw new AppError('ERR_NO_USER_FOUND')
    return user
  })
}
