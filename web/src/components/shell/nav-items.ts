import type { Access, PlanFlag } from '@balcao/shared/access.ts'
import {
  Cable,
  CalendarClock,
  ChartColumn,
  Columns3,
  Contact,
  Layers,
  LayoutDashboard,
  type LucideIcon,
  MapPinned,
  MessagesSquare,
  Settings,
  Tags,
  UserCog,
  Zap,
} from 'lucide-react'

interface Item {
  /** Key under `nav` in the texts, and the icon's badge slot. */
  key: string
  to: string
  icon: LucideIcon
  access: Access
  /** Plan flag without which the item is absent. */
  plan?: PlanFlag
}

/** The drawer, top to bottom. Items of admins stand under their own heading. A screen that does not exist is not here. */
const items = [
  { key: 'tickets', to: '/tickets', icon: MessagesSquare, access: 'user' },
  { key: 'contacts', to: '/contacts', icon: Contact, access: 'user' },
  { key: 'kanban', to: '/kanban', icon: Columns3, access: 'user', plan: 'useKanban' },
  { key: 'schedules', to: '/schedules', icon: CalendarClock, access: 'user', plan: 'useSchedules' },
  { key: 'quickMessages', to: '/quick-messages', icon: Zap, access: 'user' },
  { key: 'tags', to: '/tags', icon: Tags, access: 'user' },
  { key: 'dashboard', to: '/', icon: LayoutDashboard, access: 'admin' },
  { key: 'reports', to: '/reports', icon: ChartColumn, access: 'admin' },
  { key: 'connections', to: '/connections', icon: Cable, access: 'admin' },
  { key: 'queues', to: '/queues', icon: Layers, access: 'admin' },
  { key: 'users', to: '/users', icon: UserCog, access: 'admin' },
  { key: 'zones', to: '/zones', icon: MapPinned, access: 'admin', plan: 'useSales' },
  { key: 'settings', to: '/settings', icon: Settings, access: 'admin' },
] as const satisfies readonly Item[]

type NavItem = Omit<Item, 'key' | 'to'> & Pick<(typeof items)[number], 'key' | 'to'>

export const navItems: readonly NavItem[] = items
