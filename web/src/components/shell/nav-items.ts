import type { Access, PlanFlag } from '@balcao/shared/access.ts'
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
  ReceiptText,
  ScrollText,
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

interface Item {
  /** Key under `nav` in the texts, and the icon's badge slot. */
  key: string
  to: string
  icon: LucideIcon
  access: Access
  /** Plan flag without which the item is absent. */
  plan?: PlanFlag
  /** The heading it stands under, a key under `nav`; the first items stand under none. */
  group?: 'sales' | 'campaigns' | 'automation' | 'administration' | 'platform'
}

const sales = { group: 'sales', plan: 'useSales' } as const
const campaigns = { group: 'campaigns', plan: 'useCampaigns', access: 'admin' } as const
const automation = { group: 'automation', access: 'admin' } as const
const administration = { group: 'administration', access: 'admin' } as const
const platform = { group: 'platform', access: 'super' } as const

/** The drawer, top to bottom. A screen that does not exist is not here. */
const items = [
  { key: 'tickets', to: '/tickets', icon: MessagesSquare, access: 'user' },
  { key: 'contacts', to: '/contacts', icon: Contact, access: 'user' },
  { key: 'kanban', to: '/kanban', icon: Columns3, access: 'user', plan: 'useKanban' },
  { key: 'schedules', to: '/schedules', icon: CalendarClock, access: 'user', plan: 'useSchedules' },
  { key: 'quickMessages', to: '/quick-messages', icon: Zap, access: 'user' },
  { key: 'tags', to: '/tags', icon: Tags, access: 'user' },
  { key: 'chats', to: '/chats', icon: MessageCircleMore, access: 'user', plan: 'useInternalChat' },
  { key: 'todo', to: '/todolist', icon: ListTodo, access: 'user' },
  { key: 'helps', to: '/helps', icon: CircleHelp, access: 'user' },
  { ...sales, key: 'budgets', to: '/budgets', icon: ShoppingCart, access: 'user' },
  { ...sales, key: 'customers', to: '/customers', icon: UsersRound, access: 'user' },
  { ...sales, key: 'products', to: '/products', icon: Package, access: 'user' },
  { ...sales, key: 'contracts', to: '/contracts', icon: FileSignature, access: 'user', plan: 'useContracts' },
  { ...sales, key: 'stores', to: '/stores', icon: StoreIcon, access: 'catalog' },
  { ...sales, key: 'categories', to: '/categories', icon: Shapes, access: 'catalog' },
  { ...sales, key: 'portfolios', to: '/portfolios', icon: BriefcaseBusiness, access: 'catalog' },
  { ...sales, key: 'payments', to: '/payments', icon: Wallet, access: 'catalog' },
  { ...sales, key: 'statusBudgets', to: '/statusBudGets', icon: ListChecks, access: 'catalog' },
  { ...sales, key: 'zones', to: '/zones', icon: MapPinned, access: 'catalog' },
  { ...sales, key: 'rates', to: '/rates', icon: Truck, access: 'catalog' },
  { ...sales, key: 'coupons', to: '/coupons', icon: TicketPercent, access: 'catalog' },
  { ...campaigns, key: 'campaigns', to: '/campaigns', icon: Megaphone },
  { ...campaigns, key: 'contactLists', to: '/contact-lists', icon: ListOrdered },
  { ...campaigns, key: 'campaignSettings', to: '/campaigns-config', icon: SlidersHorizontal },
  { ...automation, key: 'prompts', to: '/prompts', icon: BotMessageSquare, plan: 'useOpenAi' },
  { ...automation, key: 'integrations', to: '/queue-integration', icon: Workflow, plan: 'useIntegrations' },
  { ...automation, key: 'messagesApi', to: '/messages-api', icon: CodeXml, plan: 'useExternalApi' },
  { ...administration, key: 'dashboard', to: '/', icon: Gauge },
  { ...administration, key: 'reports', to: '/reports', icon: ChartColumn },
  { ...administration, key: 'connections', to: '/connections', icon: Cable },
  { ...administration, key: 'queues', to: '/queues', icon: Layers },
  { ...administration, key: 'users', to: '/users', icon: UserCog },
  { ...administration, key: 'files', to: '/files', icon: Files },
  { ...administration, key: 'invoices', to: '/financeiro', icon: ReceiptText },
  { ...administration, key: 'subscription', to: '/subscription', icon: BadgeCheck },
  { ...administration, key: 'audit', to: '/audit', icon: ScrollText },
  { ...administration, key: 'companies', to: '/companys', icon: Building2 },
  { ...administration, key: 'settings', to: '/settings', icon: Settings },
  { ...platform, key: 'allConnections', to: '/allConnections', icon: Network },
  { ...platform, key: 'announcements', to: '/announcements', icon: Newspaper },
] as const satisfies readonly Item[]

type NavItem = Omit<Item, 'key' | 'to'> & Pick<(typeof items)[number], 'key' | 'to'>

export const navItems: readonly NavItem[] = items
