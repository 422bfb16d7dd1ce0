import type { Access, PlanFlag } from '@balcao/shared/access.ts'
import {
  Cable,
  Contact,
  Gauge,
  Layers,
  type LucideIcon,
  MapPinned,
  MessagesSquare,
  Settings,
  UserCog,
} from 'lucide-react'

interface NavItem {
  /** Key under `nav` in the texts, and the icon's badge slot. */
  key: 'tickets' | 'contacts' | 'dashboard' | 'connections' | 'users' | 'queues' | 'zones' | 'settings'
  to: '/tickets' | '/contacts' | '/' | '/connections' | '/users' | '/queues' | '/zones' | '/settings'
  icon: LucideIcon
  access: Access
  /** Plan flag without which the item is absent. */
  plan?: PlanFlag
}

/** The drawer, top to bottom. Items of admins stand under their own heading. A screen that does not exist is not here. */
export const navItems: readonly NavItem[] = [
  { key: 'tickets', to: '/tickets', icon: MessagesSquare, access: 'user' },
  { key: 'contacts', to: '/contacts', icon: Contact, access: 'user' },
  { key: 'dashboard', to: '/', icon: Gauge, access: 'admin' },
  { key: 'connections', to: '/connections', icon: Cable, access: 'admin' },
  { key: 'queues', to: '/queues', icon: Layers, access: 'admin' },
  { key: 'users', to: '/users', icon: UserCog, access: 'admin' },
  { key: 'zones', to: '/zones', icon: MapPinned, access: 'admin', plan: 'useSales' },
  { key: 'settings', to: '/settings', icon: Settings, access: 'admin' },
]
