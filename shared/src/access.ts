/** Roles, plan flags and named permissions (decision 0040). */

/** Rights that an admin gives to a user by name, beside the role. Admins have all of them. */
export const USER_RIGHTS = ['catalog', 'numbers'] as const
export type UserRight = (typeof USER_RIGHTS)[number]

/**
 * Role or named right that a route requires. `public`: no sign-in. `apiKey`: a connection's token.
 * `token`: a token of the public API with the route's scope. A named right is required of everybody
 * below admins, supervisors included: `catalog` changes the catalogue, `numbers` sees numbers that
 * the company hides.
 */
export type Access = 'public' | 'apiKey' | 'token' | 'user' | 'supervisor' | 'admin' | 'super' | UserRight

export const PROFILES = ['user', 'supervisor', 'admin'] as const
export type Profile = (typeof PROFILES)[number]

export const PLAN_FLAGS = [
  'useCampaigns',
  'useKanban',
  'useOpenAi',
  'useIntegrations',
  'useSchedules',
  'useInternalChat',
  'useExternalApi',
  'useSales',
  'useContracts',
] as const
export type PlanFlag = (typeof PLAN_FLAGS)[number]

/** User as the access rules see them; without `permissions` they have no named right. */
export type Actor = { profile: Profile; super: boolean; permissions?: readonly UserRight[] }

const rank: Record<Profile, number> = { user: 0, supervisor: 1, admin: 2 }

const isRight = (access: Access): access is UserRight => USER_RIGHTS.some(right => right === access)

/**
 * Returns whether an actor has the role or named right that a route or screen requires. Super users
 * count as admins of their own company.
 */
export function mayAccess(access: Access, actor: Actor | undefined): boolean {
  if (access === 'public') return true
  if (access === 'apiKey' || access === 'token' || !actor) return false
  if (access === 'super') return actor.super
  if (actor.super || access === 'user') return true
  if (isRight(access)) return actor.profile === 'admin' || (actor.permissions?.includes(access) ?? false)
  return rank[actor.profile] >= rank[access]
}

/** Named permissions and the role that each requires. */
export const PERMISSIONS = {
  'ticket-options:deleteTicket': 'admin',
  'contacts-page:deleteContact': 'admin',
  'user-modal:editProfile': 'admin',
  'user-modal:editQueues': 'admin',
  actionButtons: 'admin',
  editOrDeleteConnection: 'admin',
  'tickets-manager:showall': 'admin',
  'tickets-manager:spy': 'admin',
} as const satisfies Record<string, Access>
export type Permission = keyof typeof PERMISSIONS

export const mayDo = (permission: Permission, actor: Actor | undefined): boolean =>
  mayAccess(PERMISSIONS[permission], actor)
