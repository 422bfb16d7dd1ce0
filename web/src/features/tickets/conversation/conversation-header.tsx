import type { Ticket } from '@balcao/shared/entities/ticket.ts'
import { Link } from '@tanstack/react-router'
import {
  ArrowLeft,
  ArrowRightLeft,
  Check,
  ChevronDown,
  MoreVertical,
  PanelRight,
  RotateCcw,
  Search,
  Undo2,
  UserPlus,
} from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Avatar } from '#/components/ui/avatar.tsx'
import { Button } from '#/components/ui/button.tsx'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '#/components/ui/dropdown-menu.tsx'
import { IconButton } from '#/components/ui/icon-button.tsx'
import { ColorDot } from '#/components/ui/pill.tsx'
import { Tooltip } from '#/components/ui/tooltip.tsx'
import { TicketCartButton } from '#/features/orders/public/ticket-cart.tsx'
import { formatPhone } from '#/lib/format.ts'
import { useLazyModule } from '#/lib/lazy-module.ts'
import { useUser } from '#/lib/session.ts'
import { useMediaQuery } from '#/lib/use-media-query.ts'
import { usePlan } from '#/lib/use-plan.ts'
import { useViewers } from '#/realtime/presence.ts'
import { useTicketActions } from '../actions/use-ticket-actions.ts'
import type { ConversationMenuProps } from './conversation-menu.tsx'
import { conversationMenu } from './lazy-parts.ts'

interface ConversationHeaderProps {
  ticket: Ticket
  detailsOpen: boolean
  onDetails: () => void
  onFind: () => void
  onTransfer: () => void
  /** Undefined where the channel has no scheduled messages. */
  onSchedule: (() => void) | undefined
  /** Undefined in a plan without sales. */
  onCustomer: (() => void) | undefined
}

/**
 * Shows the contact and the ticket's actions. Where it is narrow, the name keeps its room and the
 * actions are in the menu alone.
 */
export function ConversationHeader({
  ticket,
  detailsOpen,
  onDetails,
  onFind,
  onTransfer,
  onSchedule,
  onCustomer,
}: ConversationHeaderProps) {
  const { t } = useTranslation('tickets')
  const user = useUser()
  const actions = useTicketActions()
  const narrow = useMediaQuery('(max-width: 899.98px)')
  const viewers = useViewers(ticket.id).filter(viewer => viewer.id !== user.id)
  const plan = usePlan()
  const maySchedule = plan?.useSchedules
  const status = ticket.status

  return (
    <header className="@container flex min-h-14 items-center gap-1 border-line border-b bg-surface px-3 py-2 sm:gap-2">
      {narrow && (
        <Link
          to="/tickets"
          search={previous => previous}
          aria-label={t('action.back')}
          className="-ml-1 flex size-control shrink-0 items-center justify-center rounded-md text-ink-2 hover:bg-hover"
        >
          <ArrowLeft size={20} className="icon" />
        </Link>
      )}
      <button
        type="button"
        onClick={onDetails}
        className="flex min-h-control min-w-0 flex-1 items-center gap-2 rounded-md px-1 text-left hover:bg-hover sm:gap-3"
      >
        <Avatar
          name={ticket.contact.name}
          src={ticket.contact.profilePicUrl}
          size={40}
          channel={ticket.contact.channel ?? 'whatsapp'}
          group={ticket.isGroup}
        />
        <span className="min-w-0">
          <span className="block truncate font-semibold">
            <bdi>{ticket.contact.name}</bdi>
          </span>
          <span className="flex items-center gap-1.5 text-ink-2 text-sm">
            <ColorDot color={ticket.queue?.color} className="size-2" />
            <span className="truncate">
              {ticket.queue?.name ?? t('row.noQueue')}
              {!ticket.isGroup && ticket.contact.number && (
                <span className="tabular hidden @xl:inline"> · {formatPhone(ticket.contact.number)}</span>
              )}
              {ticket.user && ticket.userId !== user.id ? ` · ${ticket.user.name}` : ''}
            </span>
          </span>
          <span className="sr-only">{t('details.open', { name: ticket.contact.name })}</span>
        </span>
      </button>
      {viewers.length > 0 && (
        <Tooltip content={t('row.viewing', { names: viewers.map(viewer => viewer.name).join(', ') })}>
          <span
            className="flex shrink-0 -space-x-1"
            role="img"
            aria-label={t('row.viewing', { names: viewers.map(viewer => viewer.name).join(', ') })}
          >
            {viewers.slice(0, 3).map(viewer => (
              <Avatar key={viewer.id} name={viewer.name} size={24} className="ring-2 ring-surface" />
            ))}
          </span>
        </Tooltip>
      )}

      {status === 'pending' && (
        <Button variant="primary" onClick={() => void actions.accept(ticket)}>
          {t(ticket.useIntegration ? 'action.takeOver' : 'action.accept')}
        </Button>
      )}
      {status === 'closed' && (
        <Button icon={<RotateCcw size={16} />} onClick={() => void actions.reopen(ticket)}>
          {t('action.reopen')}
        </Button>
      )}
      {status === 'open' && (
        <>
          {plan?.useSales && <TicketCartButton ticket={ticket} />}
          {!narrow && (
            <>
              <IconButton
                label={t('action.return')}
                icon={<Undo2 size={18} />}
                onClick={() => void actions.returnToQueue(ticket)}
                className="@max-2xl:hidden"
              />
              <IconButton
                label={t('action.transfer')}
                icon={<ArrowRightLeft size={18} />}
                shortcut="t"
                onClick={onTransfer}
                className="@max-md:hidden"
              />
            </>
          )}
          <div className="flex">
            <Button
              variant="primary"
              icon={<Check size={16} />}
              onClick={() => void actions.resolve(ticket, true)}
              className="rounded-r-none px-3 @max-sm:rounded-r-md @max-sm:px-3.5"
            >
              <span className="@max-xl:sr-only">{t('action.resolve')}</span>
            </Button>
            <DropdownMenu>
              <DropdownMenuTrigger>
                <Button
                  variant="primary"
                  aria-label={t('action.resolveHow')}
                  className="rounded-l-none border-on-accent/25 border-l px-1.5 @max-sm:hidden"
                >
                  <ChevronDown size={16} />
                </Button>
              </DropdownMenuTrigger>
              <DropdownMenuContent>
                <DropdownMenuItem shortcut="e" onSelect={() => void actions.resolve(ticket, true)}>
                  {t('action.resolveWith')}
                </DropdownMenuItem>
                <DropdownMenuItem onSelect={() => void actions.resolve(ticket, false)}>
                  {t('action.resolveWithout')}
                </DropdownMenuItem>
              </DropdownMenuContent>
            </DropdownMenu>
          </div>
        </>
      )}
      {!narrow && onCustomer && (
        <IconButton
          label={t('action.createCustomer')}
          icon={<UserPlus size={18} />}
          onClick={onCustomer}
          className="@max-3xl:hidden"
        />
      )}
      {!narrow && (
        <IconButton
          label={t('find.open')}
          icon={<Search size={18} />}
          shortcut="f"
          onClick={onFind}
          className="@max-2xl:hidden"
        />
      )}
      {!narrow && (
        <IconButton
          label={t('details.toggle')}
          icon={<PanelRight size={18} />}
          aria-pressed={detailsOpen}
          onClick={onDetails}
          // The name does the same.
          className="@max-xl:hidden"
        />
      )}
      <DropdownMenu>
        <DropdownMenuTrigger>
          <IconButton label={t('action.more')} icon={<MoreVertical size={18} />} />
        </DropdownMenuTrigger>
        <DropdownMenuContent>
          <Entries
            ticket={ticket}
            onFind={onFind}
            onTransfer={onTransfer}
            onSchedule={maySchedule ? onSchedule : undefined}
            onCustomer={onCustomer}
          />
        </DropdownMenuContent>
      </DropdownMenu>
    </header>
  )
}

const nothing = () => undefined

function Entries(props: ConversationMenuProps) {
  const parts = useLazyModule(conversationMenu, nothing)
  return parts && <parts.ConversationMenu {...props} />
}
