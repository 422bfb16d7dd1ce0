import type { ReportTicket } from '@balcao/shared/api/reports/ticketreport.ts'
import { Link } from '@tanstack/react-router'
import { History, MessageSquareText } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Badge } from '#/components/ui/badge.tsx'
import { IconButton } from '#/components/ui/icon-button.tsx'
import { Table, TableCell, TableHead, TableHeader, TableRow } from '#/components/ui/table.tsx'
import { cn } from '#/lib/cn.ts'
import { formatDate, formatTime } from '#/lib/format.ts'
import { lazyPart } from '#/lib/lazy-part.ts'
import { useMediaQuery } from '#/lib/use-media-query.ts'

const TicketLogDialog = lazyPart(() => import('./ticket-log-dialog.tsx').then(file => file.TicketLogDialog))

const tones = { open: 'accent', pending: 'warning', closed: 'neutral' } as const

const formatAt = (at: string) => `${formatDate(at)} ${formatTime(at)}`

/** Formats seconds as "1:02:03". */
function formatSpan(seconds: number): string {
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0')
  return `${Math.floor(seconds / 3600)}:${two((seconds / 60) % 60)}:${two(seconds % 60)}`
}

/**
 * Shows the rows of the report: a table where there is room for its columns, else cards. `busy`:
 * they belong to another filter.
 */
export function ReportRows({ rows, busy }: { rows: readonly ReportTicket[]; busy: boolean }) {
  const wide = useMediaQuery('(min-width: 900px)')
  const [logOf, setLogOf] = useState<ReportTicket | null>(null)
  const Rows = wide ? Wide : Narrow
  return (
    <div aria-busy={busy || undefined} className={cn('shrink-0 transition-opacity', busy && 'opacity-60')}>
      <Rows rows={rows} onLog={setLogOf} />
      <Suspense>{logOf && <TicketLogDialog ticket={logOf} onClose={() => setLogOf(null)} />}</Suspense>
    </div>
  )
}

type RowsProps = { rows: readonly ReportTicket[]; onLog: (ticket: ReportTicket) => void }

function Wide({ rows, onLog }: RowsProps) {
  const { t } = useTranslation('ticketreport')
  // Only companies with a cloud number have origins.
  const hasOrigins = rows.some(({ origin }) => origin)
  return (
    <Table aria-label={t('title')} className="[&_td]:px-2 [&_th]:px-2 [&_tr>:first-child]:pl-3">
      <TableHead>
        <tr>
          <TableHeader>{t('column.contact')}</TableHeader>
          <TableHeader>{t('column.connection')}</TableHeader>
          <TableHeader>{t('column.user')}</TableHeader>
          <TableHeader>{t('column.queue')}</TableHeader>
          <TableHeader>{t('column.status')}</TableHeader>
          <TableHeader className="max-w-0 truncate" title={t('column.lastMessage')}>
            {t('column.lastMessage')}
          </TableHeader>
          <TableHeader>{t('column.createdAt')}</TableHeader>
          <TableHeader>{t('column.closedAt')}</TableHeader>
          <TableHeader numeric>{t('column.supportTime')}</TableHeader>
          <TableHeader numeric>{t('column.nps')}</TableHeader>
          {hasOrigins && <TableHeader>{t('column.origin')}</TableHeader>}
          <TableHeader className="sticky right-0 bg-bg">
            <span className="sr-only">{t('column.actions')}</span>
          </TableHeader>
        </tr>
      </TableHead>
      <tbody>
        {rows.map(ticket => (
          <TableRow key={ticket.id}>
            <TextCell className="w-[20%] font-medium" text={ticket.contactName} />
            <TextCell className="w-[13%]" text={ticket.whatsappName} />
            <TextCell className="w-[13%]" text={ticket.userName} />
            <TextCell className="w-[11%]" text={ticket.queueName} />
            <TableCell>
              <Badge tone={tones[ticket.status]}>{t(`status.${ticket.status}`)}</Badge>
            </TableCell>
            <TextCell className="w-[16%] text-ink-2" text={ticket.lastMessage} />
            <TableCell className="tabular">{formatAt(ticket.createdAt)}</TableCell>
            <TableCell className="tabular">{ticket.closedAt ? formatAt(ticket.closedAt) : <Nothing />}</TableCell>
            <TableCell numeric>{ticket.supportTime === null ? <Nothing /> : formatSpan(ticket.supportTime)}</TableCell>
            <TableCell numeric>
              {ticket.NPS === null ? <Nothing /> : <span title={t(`rating.${ticket.NPS}`)}>{ticket.NPS}</span>}
            </TableCell>
            {hasOrigins && <TextCell className="w-[12%] text-ink-2" text={ticket.origin} />}
            {/* Sticky, so that the ticket is reachable without scrolling, whatever the other
                columns need. */}
            <TableCell className="sticky right-0 w-0 max-w-none bg-surface px-1 py-0">
              <Actions ticket={ticket} onLog={onLog} />
            </TableCell>
          </TableRow>
        ))}
      </tbody>
    </Table>
  )
}

const Nothing = () => <span className="text-ink-3">–</span>

/** Shows a text in its share of the room left by dates and figures, cut there. */
function TextCell({ text, className }: { text: string | null; className: string }) {
  return (
    <TableCell className={cn('max-w-0', className)} title={text ?? undefined}>
      {text ? <bdi>{text}</bdi> : <Nothing />}
    </TableCell>
  )
}

function Narrow({ rows, onLog }: RowsProps) {
  const { t } = useTranslation('ticketreport')
  return (
    <ul aria-label={t('title')} className="rounded-md border border-line bg-surface">
      {rows.map(ticket => {
        const about = [ticket.whatsappName, ticket.queueName ?? t('noQueue'), ticket.userName ?? t('nobody')].join(
          ' · ',
        )
        return (
          <li key={ticket.id} className="flex items-center gap-2 border-line border-b py-2 pr-1 pl-3 last:border-0">
            <div className="min-w-0 flex-1">
              <p className="flex items-center gap-2">
                <bdi title={ticket.contactName} className="min-w-0 truncate font-medium">
                  {ticket.contactName}
                </bdi>
                <Badge tone={tones[ticket.status]}>{t(`status.${ticket.status}`)}</Badge>
              </p>
              <p className="truncate text-ink-2 text-sm" title={about}>
                {about}
              </p>
              <p className="tabular truncate text-ink-2 text-xs">
                {/* A closed ticket needs the room for its outcome. */}
                {ticket.closedAt === null
                  ? t('opened', { at: formatAt(ticket.createdAt) })
                  : formatAt(ticket.createdAt)}
                {ticket.supportTime !== null && ` · ${formatSpan(ticket.supportTime)}`}
                {ticket.NPS !== null && ` · ${t('column.nps')} ${ticket.NPS}`}
                {ticket.origin && ` · ${t('column.origin')}: ${ticket.origin}`}
              </p>
            </div>
            <Actions ticket={ticket} onLog={onLog} />
          </li>
        )
      })}
    </ul>
  )
}

function Actions({ ticket, onLog }: { ticket: ReportTicket; onLog: (ticket: ReportTicket) => void }) {
  const { t } = useTranslation('ticketreport')
  const name = ticket.contactName
  return (
    <span className="flex shrink-0 items-center justify-end">
      <IconButton
        size="sm"
        label={t('log', { name })}
        icon={<History size={16} />}
        aria-haspopup="dialog"
        onClick={() => onLog(ticket)}
      />
      <Link
        to="/tickets/$uuid"
        params={{ uuid: ticket.uuid }}
        aria-label={t('open', { name })}
        title={t('open', { name })}
        className="inline-flex size-control-sm shrink-0 items-center justify-center rounded-md text-ink-2 transition-colors hover:bg-hover hover:text-ink"
      >
        <MessageSquareText aria-hidden size={16} className="icon" />
      </Link>
    </span>
  )
}
