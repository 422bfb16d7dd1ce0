import type { Access, PlanFlag } from '@balcao/shared/access.ts'
import {
  Cable,
  Columns3,
  Contact,
  Layers,
  type LucideIcon,
  MapPinned,
  MessagesSquare,
  Settings,
  Tags,
  UserCog,
  Zap,
} from 'lucide-react'

interface NavItem {
  /** Key under `nav` in the texts, and the icon's badge slot. */
  key:
    | 'tickets'
    | 'contacts'
    | 'quickMessages'
    | 'kanban'
    | 'tags'
    | 'connections'
    | 'users'
    | 'queues'
    | 'zones'
    | 'settings'
  to:
    | '/tickets'
    | '/contacts'
    | '/quick-messages'
    | '/kanban'
    | '/tags'
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
  { key: 'kanban', to: '/kanban', icon: Columns3, access: 'user', plan: 'useKanban' },
  { key: 'tags', to: '/tags', icon: Tags, access: 'user' },
  { key: 'connections', to: '/connections', icon: Cable, access: 'admin' },
  { key: 'queues', to: '/queues', icon: Layers, access: 'admin' },
  { key: 'users', to: '/users', icon: UserCog, access: 'admin' },
  { key: 'zones', to: '/zones', icon: MapPinned, access: 'admin', plan: 'useSales' },
  { key: 'settings', to: '/settings', icon: Settings, access: 'admin' },
]
