/** Who may do what: roles, plan flags and the named permissions of 1-support §6. */

/** Role a route asks for. `public`: nobody signed in. `apiKey`: a connection's token. */
export type Access = 'public' | 'apiKey' | 'user' | 'supervisor' | 'admin' | 'super'

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

export type Actor = { profile: Profile; super: boolean }

const rank: Record<Profile, number> = { user: 0, supervisor: 1, admin: 2 }

/** Whether an actor reaches the role a route asks for. Super users count as admins of their own company. */
export function mayAccess(access: Access, actor: Actor | undefined): boolean {
  if (access === 'public') return true
  if (access === 'apiKey' || !actor) return false
  if (access === 'super') return actor.super
  if (actor.super || access === 'user') return true
  return rank[actor.profile] >= rank[access]
}

/** Named permissions and the role each asks for. */
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
