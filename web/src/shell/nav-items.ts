import {
  BadgeCheck,
  BotMessageSquare,
  BriefcaseBusiness,
  Building2,
  Cable,
  CalendarClock,
  ChartColumn,
  CircleHelp,
  CodeXml,
  Columns3,
  Contact,
  FileSignature,
  Files,
  Gauge,
  Layers,
  ListChecks,
  ListOrdered,
  ListTodo,
  type LucideIcon,
  MapPinned,
  Megaphone,
  MessageCircleMore,
  MessagesSquare,
  Network,
  Newspaper,
  Package,
  ScrollText,
  Server,
  Settings,
  Shapes,
  ShoppingCart,
  SlidersHorizontal,
  Store as StoreIcon,
  Tags,
  TicketPercent,
  Truck,
  UserCog,
  UsersRound,
  Wallet,
  Workflow,
  Zap,
} from 'lucide-react'
import { SCREENS, type ScreenPath, type ScreenRule } from './screens.ts'

interface Item {
  /** Key under `nav` in the texts, and the icon's badge slot. */
  key: string
  to: ScreenPath
  icon: LucideIcon
  /** Heading of the item's group, a key under `nav`; the first items have none. */
  group?: 'sales' | 'campaigns' | 'automation' | 'administration' | 'platform'
}

const sales = { group: 'sales' } as const
const campaigns = { group: 'campaigns' } as const
const automation = { group: 'automation' } as const
const administration = { group: 'administration' } as const
const platform = { group: 'platform' } as const

/** Items of the drawer, from top to bottom. Every item has a screen. */
const items = [
  { key: 'tickets', to: '/tickets', icon: MessagesSquare },
  { key: 'contacts', to: '/contacts', icon: Contact },
  { key: 'kanban', to: '/kanban', icon: Columns3 },
  { key: 'schedules', to: '/schedules', icon: CalendarClock },
  { key: 'quickMessages', to: '/quick-messages', icon: Zap },
  { key: 'tags', to: '/tags', icon: Tags },
  { key: 'chats', to: '/chats', icon: MessageCircleMore },
  { key: 'todo', to: '/todolist', icon: ListTodo },
  { key: 'helps', to: '/helps', icon: CircleHelp },
  { ...sales, key: 'budgets', to: '/budgets', icon: ShoppingCart },
  { ...sales, key: 'customers', to: '/customers', icon: UsersRound },
  { ...sales, key: 'products', to: '/products', icon: Package },
  { ...sales, key: 'contracts', to: '/contracts', icon: FileSignature },
  { ...sales, key: 'stores', to: '/stores', icon: StoreIcon },
  { ...sales, key: 'categories', to: '/categories', icon: Shapes },
  { ...sales, key: 'portfolios', to: '/portfolios', icon: BriefcaseBusiness },
  { ...sales, key: 'payments', to: '/payments', icon: Wallet },
  { ...sales, key: 'statusBudgets', to: '/statusBudGets', icon: ListChecks },
  { ...sales, key: 'zones', to: '/zones', icon: MapPinned },
  { ...sales, key: 'rates', to: '/rates', icon: Truck },
  { ...sales, key: 'coupons', to: '/coupons', icon: TicketPercent },
  { ...campaigns, key: 'campaigns', to: '/campaigns', icon: Megaphone },
  { ...campaigns, key: 'contactLists', to: '/contact-lists', icon: ListOrdered },
  { ...campaigns, key: 'campaignSettings', to: '/campaigns-config', icon: SlidersHorizontal },
  { ...automation, key: 'prompts', to: '/prompts', icon: BotMessageSquare },
  { ...automation, key: 'integrations', to: '/queue-integration', icon: Workflow },
  { ...automation, key: 'messagesApi', to: '/messages-api', icon: CodeXml },
  { ...administration, key: 'dashboard', to: '/', icon: Gauge },
  { ...administration, key: 'reports', to: '/reports', icon: ChartColumn },
  { ...administration, key: 'connections', to: '/connections', icon: Cable },
  { ...administration, key: 'templates', to: '/templates', icon: Files },
  { ...administration, key: 'queues', to: '/queues', icon: Layers },
  { ...administration, key: 'users', to: '/users', icon: UserCog },
  { ...administration, key: 'files', to: '/files', icon: Files },
  { ...administration, key: 'subscription', to: '/subscription', icon: BadgeCheck },
  { ...administration, key: 'audit', to: '/audit', icon: ScrollText },
  { ...administration, key: 'companies', to: '/companys', icon: Building2 },
  { ...administration, key: 'settings', to: '/settings', icon: Settings },
  { ...platform, key: 'allConnections', to: '/allConnections', icon: Network },
  { ...platform, key: 'announcements', to: '/announcements', icon: Newspaper },
  { ...platform, key: 'server', to: '/server', icon: Server },
] as const satisfies readonly Item[]

type NavItem = Omit<Item, 'key' | 'to'> & Pick<(typeof items)[number], 'key' | 'to'> & ScreenRule

/** Items with the access and the plan flag of their screens. */
export const navItems: readonly NavItem[] = items.map(item => ({ ...item, ...SCREENS[item.to] }))
