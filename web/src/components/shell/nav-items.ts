import type { Access, PlanFlag } from '@balcao/shared/access.ts'
import {
  Cable,
  CalendarClock,
  Contact,
  Layers,
  type LucideIcon,
  MapPinned,
  MessagesSquare,
  Settings,
  UserCog,
  Zap,
} from 'lucide-react'

interface NavItem {
  /** Key under `nav` in the texts, and the icon's badge slot. */
  key:
    | 'tickets'
    | 'contacts'
    | 'schedules'
    | 'quickMessages'
    | 'connections'
    | 'users'
    | 'queues'
    | 'zones'
    | 'settings'
  to:
    | '/tickets'
    | '/contacts'
    | '/schedules'
    | '/quick-messages'
    | '/connections'
    | '/users'
    | '/queues'
    | '/zones'
    | '/settings'
  icon: LucideIcon
  access: Access
  /** Plan flag without which the item is absent. */
  plan?: PlanFlag
}

/** The drawer, top to bottom. Items of admins stand under their own heading. A screen that does not exist is not here. */
export const navItems: readonly NavItem[] = [
  { key: 'tickets', to: '/tickets', icon: MessagesSquare, access: 'user' },
  { key: 'contacts', to: '/contacts', icon: Contact, access: 'user' },
  { key: 'quickMessages', to: '/quick-messages', icon: Zap, access: 'user' },
  { key: 'schedules', to: '/schedules', icon: CalendarClock, access: 'user', plan: 'useSchedules' },
  { key: 'connections', to: '/connections', icon: Cable, access: 'admin' },
  { key: 'queues', to: '/queues', icon: Layers, access: 'admin' },
  { key: 'users', to: '/users', icon: UserCog, access: 'admin' },
  { key: 'zones', to: '/zones', icon: MapPinned, access: 'admin', plan: 'useSales' },
  { key: 'settings', to: '/settings', icon: Settings, access: 'admin' },
]
