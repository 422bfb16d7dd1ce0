import { type Access, mayAccess, mayDo, type Permission } from '@balcao/shared/access.ts'
import { currentUser, useUser } from './session.ts'

/** Returns whether the signed-in user may do something; the server decides again on every call. */
export function useMayDo(permission: Permission) {
  return mayDo(permission, useUser())
}

export function useMayAccess(access: Access) {
  return mayAccess(access, useUser())
}

/** Returns the same outside components (route guards). */
export function mayAccessNow(access: Access) {
  return mayAccess(access, currentUser() ?? undefined)
}
