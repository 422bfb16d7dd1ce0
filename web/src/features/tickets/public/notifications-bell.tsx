import { lineOf } from '@balcao/shared/rules/message-line.ts'
import { plainText } from '@balcao/shared/rules/text-marks.ts'
import { Bell } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Avatar } from '#/components/ui/avatar.tsx'
import { CountBadge } from '#/components/ui/badge.tsx'
import { Button } from '#/components/ui/button.tsx'
import { IconButton } from '#/components/ui/icon-button.tsx'
import { Popover, PopoverContent, PopoverTrigger } from '#/components/ui/popover.tsx'
import { formatRowTime } from '#/lib/format.ts'
import { clearNotifications, forgetNotifications, useNotifications } from '#/realtime/notifications.ts'
import { useTicketActions } from '../actions/use-ticket-actions.ts'

interface NotificationsBellProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Reason for the dot when no message is unread. */
  unseenLabel?: string | undefined
  /** Further content of the bell. */
  children?: ReactNode
  /** Number of unread entries in the further content. */
  unread?: number
}

/** Shows the bell of the top bar: messages this user was notified of and has not opened. */
export function NotificationsBell({
  open,
  onOpenChange: setOpen,
  unseenLabel,
  children,
  unread = 0,
}: NotificationsBellProps) {
  const { t } = useTranslation(['tickets', 'ticketDetails'])
  const list = useNotifications()
  const actions = useTicketActions()
  const label = unseenLabel
    ? `${t('ticketDetails:notifications.open')}: ${unseenLabel}`
    : t('ticketDetails:notifications.open')
  return (
    <Popover open={open} onOpenChange={setOpen}>
      <span className="relative inline-flex">
        <PopoverTrigger>
          <IconButton label={label} icon={<Bell size={20} />} />
        </PopoverTrigger>
        <span className="-top-0.5 -right-0.5 pointer-events-none absolute">
          <CountBadge count={list.length + unread} tone="danger" />
          {list.length + unread === 0 && unseenLabel && (
            <span className="mt-1.5 mr-1.5 block size-2.5 rounded-full border-2 border-surface bg-accent" />
          )}
        </span>
      </span>
      <PopoverContent
        align="end"
        aria-label={t('ticketDetails:notifications.title')}
        className="w-96 max-w-[calc(100vw-16px)] p-0"
      >
        <div className="flex items-center justify-between border-line border-b px-3 py-2">
          <h2 className="font-semibold">{t('ticketDetails:notifications.title')}</h2>
          {list.length > 0 && (
            <Button size="sm" variant="ghost" onClick={clearNotifications}>
              {t('ticketDetails:notifications.clear')}
            </Button>
          )}
        </div>
        {list.length === 0 ? (
          <p className="p-6 text-center text-ink-2">{t('ticketDetails:notifications.none')}</p>
        ) : (
          <ul className="max-h-96 overflow-y-auto p-1">
            {list.map(({ ticket, message }) => (
              <li key={ticket.id}>
                <button
                  type="button"
                  onClick={() => {
                    setOpen(false)
                    forgetNotifications(ticket.id)
                    void actions.open(ticket)
                  }}
                  className="flex w-full items-center gap-3 rounded-md px-2 py-2 text-left hover:bg-hover"
                >
                  <Avatar
                    name={ticket.contact.name}
                    src={ticket.contact.profilePicUrl}
                    size={32}
                    channel={ticket.contact.channel}
                  />
                  <span className="min-w-0 flex-1">
                    <span className="flex items-baseline gap-2">
                      <bdi className="min-w-0 flex-1 truncate font-medium">{ticket.contact.name}</bdi>
                      <time className="tabular text-ink-2 text-xs">{formatRowTime(message.createdAt)}</time>
                    </span>
                    <bdi className="block truncate text-ink-2 text-sm">
                      {plainText(lineOf(message)) || t(`kind.${message.mediaType}`)}
                    </bdi>
                  </span>
                </button>
              </li>
            ))}
          </ul>
        )}
        {children}
      </PopoverContent>
    </Popover>
  )
}
