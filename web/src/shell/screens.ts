import { type Access, mayAccess, type PlanFlag } from '@balcao/shared/access.ts'

/** Access and plan flag that a screen requires. */
export type ScreenRule = { access: Access; plan?: PlanFlag }
type Actor = Parameters<typeof mayAccess>[1]
type Flags = Partial<Record<PlanFlag, boolean>>

const sales = { plan: 'useSales' } as const
const campaigns = { access: 'admin', plan: 'useCampaigns' } as const

/**
 * Requirements of each private screen, by the path of its route; a path below a screen's belongs to
 * that screen (`screenAt`). The menu, the command bar and `screen-gate.tsx`, which guards every
 * route, read them here.
 */
export const SCREENS = {
  '/': { access: 'admin' },
  '/tickets': { access: 'user' },
  '/contacts': { access: 'user' },
  '/kanban': { access: 'user', plan: 'useKanban' },
  '/schedules': { access: 'user', plan: 'useSchedules' },
  '/quick-messages': { access: 'user' },
  '/macros': { access: 'user' },
  '/tags': { access: 'user' },
  '/chats': { access: 'user', plan: 'useInternalChat' },
  '/todolist': { access: 'user' },
  '/helps': { access: 'user' },
  '/notifications': { access: 'user' },
  '/security': { access: 'user' },
  '/budgets': { ...sales, access: 'user' },
  '/customers': { ...sales, access: 'user' },
  '/products': { ...sales, access: 'user' },
  '/contracts': { access: 'user', plan: 'useContracts' },
  '/stores': { ...sales, access: 'catalog' },
  '/categories': { ...sales, access: 'catalog' },
  '/portfolios': { ...sales, access: 'catalog' },
  '/payments': { ...sales, access: 'catalog' },
  '/statusBudGets': { ...sales, access: 'catalog' },
  '/zones': { ...sales, access: 'catalog' },
  '/rates': { ...sales, access: 'catalog' },
  '/coupons': { ...sales, access: 'catalog' },
  '/campaigns': campaigns,
  '/contact-lists': campaigns,
  '/campaigns-config': campaigns,
  '/prompts': { access: 'admin', plan: 'useOpenAi' },
  '/knowledge': { access: 'admin', plan: 'useOpenAi' },
  '/rules': { access: 'admin' },
  '/queue-integration': { access: 'admin', plan: 'useIntegrations' },
  '/public-api': { access: 'admin', plan: 'useExternalApi' },
  '/messages-api': { access: 'admin', plan: 'useExternalApi' },
  '/reports': { access: 'admin' },
  '/connections': { access: 'admin' },
  '/templates': { access: 'admin' },
  '/queues': { access: 'admin' },
  '/users': { access: 'admin' },
  '/files': { access: 'admin' },
  '/financeiro': { access: 'admin' },
  '/subscription': { access: 'admin' },
  '/audit': { access: 'admin' },
  '/imports': { access: 'admin' },
  '/companys': { access: 'admin' },
  '/settings': { access: 'admin' },
  '/allConnections': { access: 'super' },
  '/announcements': { access: 'super' },
  '/server': { access: 'super' },
} as const satisfies Record<string, ScreenRule>

export type ScreenPath = keyof typeof SCREENS

/** Routes whose path does not begin with that of their screen. */
const ELSEWHERE: Record<string, ScreenPath> = { campaign: '/campaigns' }

/**
 * Returns the screen a private route belongs to, by the route's id; undefined for anything else.
 */
export function screenAt(routeId: string | undefined): ScreenPath | undefined {
  const [, root, first = ''] = routeId?.split('/') ?? []
  if (root !== '_app' || routeId === '/_app') return undefined
  // An underscore after a name takes a route out of the layout of that name.
  const name = first.replace(/_$/, '')
  const path = ELSEWHERE[name] ?? `/${name}`
  return path in SCREENS ? (path as ScreenPath) : undefined
}

/**
 * Returns whether a person may open a screen. While the company's plan is unknown its flags refuse
 * nothing.
 */
export function mayOpen(path: ScreenPath, actor: Actor, plan: Flags | undefined): boolean {
  const { access, plan: flag }: ScreenRule = SCREENS[path]
  return mayAccess(access, actor) && (!flag || !plan || plan[flag] === true)
}
