import type { Ticket, TicketStatus } from '@balcao/shared/entities/ticket.ts'
import { VIEW_STATUSES, type ViewFilter } from '@balcao/shared/entities/view.ts'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#/components/ui/button.tsx'
import { joinRoom } from '#/realtime/rooms.ts'
import { ListSkeleton } from '../list/list-skeleton.tsx'
import { NoTickets } from '../list/no-tickets.tsx'
import { TicketList } from '../list/ticket-list.tsx'
import { ticketRowHeight } from '../list/ticket-row.tsx'
import { useViews } from './use-views.ts'

/** Returns the statuses whose rooms tell of a view's tickets. */
const roomsOf = ({ status }: ViewFilter): TicketStatus[] => {
  const wanted = status?.length ? status : VIEW_STATUSES
  return [...new Set(wanted.map(each => (each === 'snoozed' ? 'open' : each)))]
}

interface ViewListProps {
  id: string
  several: boolean
  onLeave: () => void
  onSpy: (ticket: Ticket) => void
}

/** Shows the tickets of a view, live. */
export function ViewList({ id, several, onLeave, onSpy }: ViewListProps) {
  const { t } = useTranslation(['views', 'tickets'])
  const { query, rows } = useViews()
  const view = rows.find(each => each.id === id)
  const rooms = view ? roomsOf(view.filter).join() : ''
  useEffect(() => {
    const leave = rooms
      .split(',')
      .filter(Boolean)
      .map(status => joinRoom({ action: 'joinTickets', status: status as TicketStatus }))
    return () => {
      for (const each of leave) each()
    }
  }, [rooms])
  if (!view && query.isPending)
    return <ListSkeleton label={t('tickets:list.loading')} rowHeight={ticketRowHeight(undefined, several)} />
  if (!view && query.isSuccess)
    return (
      <NoTickets title={t('missing')}>
        <span className="block pb-3">{t('missingHint')}</span>
        <Button size="sm" onClick={onLeave}>
          {t('back')}
        </Button>
      </NoTickets>
    )
  const [status, ...others] = view?.filter.status ?? []
  const only = status && others.length === 0 && status !== 'snoozed' ? status : undefined
  return (
    <>
      {view && !view.ready && (
        <p role="status" className="border-line border-b bg-info-soft px-3 py-2 text-info-ink text-sm">
          {t('notReady')}
        </p>
      )}
      <TicketList
        key={id}
        label={view?.name ?? t('title')}
        query={{ viewId: id }}
        {...(only ? { status: only } : {})}
        several={several}
        active
        empty={<NoTickets title={t('empty')}>{t('emptyHint')}</NoTickets>}
        onSpy={onSpy}
      />
    </>
  )
}
