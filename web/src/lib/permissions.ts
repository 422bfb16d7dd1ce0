import { type Access, mayAccess, mayDo, type Permission } from '@balcao/shared/access.ts'
import { currentUser, useUser } from './session.ts'

/** What the signed-in user may do; the server decides again on every call. */
export function useMayDo(permission: Permission) {
  return mayDo(permission, useUser())
}

export function useMayAccess(access: Access) {
  return mayAccess(access, useUser())
}

/** The same outside components (route guards). */
export function mayAccessNow(access: Access) {
  return mayAccess(access, currentUser() ?? undefined)
}
