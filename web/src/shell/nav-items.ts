import {
  BadgeCheck,
  BookOpen,
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
  CopyCheck,
  CornerDownRight,
  Download,
  FileSignature,
  Files,
  Gauge,
  KeyRound,
  Layers,
  LayoutTemplate,
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

/** Groups of the drawer, from top to bottom; keys under `nav` in the texts. */
export type NavGroup = 'support' | 'sales' | 'outreach' | 'automation' | 'management' | 'platform'

interface Item {
  /** Key under `nav` in the texts, and the icon's badge slot. */
  key: string
  to: ScreenPath
  icon: LucideIcon
  /** Group it stands in; the dashboard stands above them, the help below. */
  group?: NavGroup
  /** True if it may stand behind its group's line "more", where not everything fits. */
  seldom?: true
  /** True if it stands at the drawer's foot. */
  foot?: true
}

const support = { group: 'support' } as const
const sales = { group: 'sales' } as const
const outreach = { group: 'outreach' } as const
const automation = { group: 'automation' } as const
const management = { group: 'management' } as const
const platform = { group: 'platform' } as const
const seldom = true

/** Items of the drawer, from top to bottom. Every item has a screen. */
const items = [
  { key: 'dashboard', to: '/', icon: Gauge },
  { ...support, key: 'tickets', to: '/tickets', icon: MessagesSquare },
  { ...support, key: 'contacts', to: '/contacts', icon: Contact },
  { ...support, key: 'kanban', to: '/kanban', icon: Columns3 },
  { ...support, key: 'schedules', to: '/schedules', icon: CalendarClock },
  { ...support, key: 'quickMessages', to: '/quick-messages', icon: Zap },
  { ...support, key: 'chats', to: '/chats', icon: MessageCircleMore },
  { ...support, key: 'macros', to: '/macros', icon: CopyCheck, seldom },
  { ...support, key: 'tags', to: '/tags', icon: Tags, seldom },
  { ...support, key: 'todo', to: '/todolist', icon: ListTodo, seldom },
  { ...sales, key: 'budgets', to: '/budgets', icon: ShoppingCart },
  { ...sales, key: 'customers', to: '/customers', icon: UsersRound },
  { ...sales, key: 'products', to: '/products', icon: Package },
  { ...sales, key: 'contracts', to: '/contracts', icon: FileSignature },
  { ...sales, key: 'stores', to: '/stores', icon: StoreIcon },
  { ...sales, key: 'coupons', to: '/coupons', icon: TicketPercent },
  { ...sales, key: 'categories', to: '/categories', icon: Shapes, seldom },
  { ...sales, key: 'portfolios', to: '/portfolios', icon: BriefcaseBusiness, seldom },
  { ...sales, key: 'payments', to: '/payments', icon: Wallet, seldom },
  { ...sales, key: 'statusBudgets', to: '/statusBudGets', icon: ListChecks, seldom },
  { ...sales, key: 'zones', to: '/zones', icon: MapPinned, seldom },
  { ...sales, key: 'rates', to: '/rates', icon: Truck, seldom },
  { ...outreach, key: 'campaigns', to: '/campaigns', icon: Megaphone },
  { ...outreach, key: 'contactLists', to: '/contact-lists', icon: ListOrdered },
  { ...outreach, key: 'campaignSettings', to: '/campaigns-config', icon: SlidersHorizontal },
  { ...automation, key: 'prompts', to: '/prompts', icon: BotMessageSquare },
  { ...automation, key: 'knowledge', to: '/knowledge', icon: BookOpen },
  { ...automation, key: 'rules', to: '/rules', icon: CornerDownRight },
  { ...automation, key: 'integrations', to: '/queue-integration', icon: Workflow },
  { ...automation, key: 'messagesApi', to: '/messages-api', icon: CodeXml },
  { ...automation, key: 'publicApi', to: '/public-api', icon: KeyRound },
  { ...management, key: 'connections', to: '/connections', icon: Cable },
  { ...management, key: 'queues', to: '/queues', icon: Layers },
  { ...management, key: 'users', to: '/users', icon: UserCog },
  { ...management, key: 'reports', to: '/reports', icon: ChartColumn },
  { ...management, key: 'settings', to: '/settings', icon: Settings },
  { ...management, key: 'subscription', to: '/subscription', icon: BadgeCheck },
  { ...management, key: 'templates', to: '/templates', icon: LayoutTemplate, seldom },
  { ...management, key: 'files', to: '/files', icon: Files, seldom },
  { ...management, key: 'audit', to: '/audit', icon: ScrollText, seldom },
  { ...management, key: 'imports', to: '/imports', icon: Download, seldom },
  { ...management, key: 'companies', to: '/companys', icon: Building2, seldom },
  { ...platform, key: 'allConnections', to: '/allConnections', icon: Network },
  { ...platform, key: 'announcements', to: '/announcements', icon: Newspaper },
  { ...platform, key: 'server', to: '/server', icon: Server },
  { key: 'helps', to: '/helps', icon: CircleHelp, foot: true },
] as const satisfies readonly Item[]

type NavItem = Omit<Item, 'key' | 'to'> & Pick<(typeof items)[number], 'key' | 'to'> & ScreenRule

/** Items with the access and the plan flag of their screens. */
export const navItems: readonly NavItem[] = items.map(item => ({ ...item, ...SCREENS[item.to] }))
