import { queue } from '@balcao/shared/api/team/queue.ts'
import { WEEKDAYS, type WeekdaySchedule } from '@balcao/shared/entities/working-hours.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Layers, ListTree, Paperclip } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { markedRow, RowActions } from '#/components/list-row.tsx'
import { ListScreen } from '#/components/list-screen.tsx'
import { ColorDot } from '#/components/ui/pill.tsx'
import { Table, TableCell, TableHead, TableHeader, TableRow } from '#/components/ui/table.tsx'
import { Tooltip } from '#/components/ui/tooltip.tsx'
import { cn } from '#/lib/cn.ts'
import { lazyPart } from '#/lib/lazy-part.ts'
import { apiQuery } from '#/lib/queries.ts'
import { api } from '#/lib/session.ts'
import { useSetting } from '#/lib/settings.ts'

const QueueDialog = lazyPart(() => import('./queue-dialog.tsx').then(file => file.QueueDialog))

export function QueuesScreen() {
  const { t } = useTranslation(['team', 'common'])
  const list = useQuery(apiQuery(queue.list))
  const rows = list.data ?? []
  const byQueue = useSetting('scheduleType') === 'queue'
  const short = (day: number) => t(`common:weekday.${WEEKDAYS[day]!}`).slice(0, 3)
  const hours = (schedules: readonly WeekdaySchedule[]) =>
    runs(schedules)
      .map(({ from, to, text }) => `${from === to ? short(from) : `${short(from)}–${short(to)}`} ${text}`)
      .join(', ') || t(schedules.length > 0 ? 'common:hours.closedAllWeek' : 'queues.alwaysOpen')
  return (
    <ListScreen
      title={t('queues.title')}
      count={rows.length > 0 ? t('queues.count', { count: rows.length }) : undefined}
      addLabel={t('queues.add')}
      list={list}
      rows={rows}
      rowHeight={40}
      skeletons={5}
      firstUse={{ icon: <Layers size={20} />, title: t('queues.empty'), hint: t('queues.emptyHint') }}
      removal={{
        title: each => t('queues.deleteTitle', { name: each.name }),
        hint: t('queues.deleteHint'),
        done: t('queues.deleted'),
        call: each => api(queue.remove, { params: { id: each.id } }),
        list: queue.list,
        rowsKey: null,
      }}
      dialog={(each, onClose) => (
        <QueueDialog
          queue={each}
          taken={rows.filter(({ id }) => id !== each?.id).map(({ color }) => color)}
          onClose={onClose}
        />
      )}
    >
      {({ active, edit, remove }) => (
        <Table>
          <TableHead>
            <tr>
              <TableHeader>{t('queues.name')}</TableHeader>
              <TableHeader className="hidden md:table-cell">{t('queues.greeting')}</TableHeader>
              {byQueue && <TableHeader className="hidden lg:table-cell">{t('queues.tabHours')}</TableHeader>}
              <TableHeader numeric className="w-20 max-sm:hidden">
                {t('queues.order')}
              </TableHeader>
              <TableHeader className="w-32 touch:w-36">
                <span className="sr-only">{t('common:action.more')}</span>
              </TableHeader>
            </tr>
          </TableHead>
          <tbody>
            {rows.map((each, index) => (
              <TableRow key={each.id} className={cn('relative', index === active && markedRow)}>
                <TableCell className="w-full max-w-0 md:w-px md:min-w-44 md:max-w-80">
                  <button
                    type="button"
                    onClick={() => edit(each)}
                    className="flex w-full items-center gap-2.5 text-left -outline-offset-2 after:absolute after:inset-0"
                  >
                    <ColorDot color={each.color} />
                    <span title={each.name} className="truncate font-medium">
                      {each.name}
                    </span>
                  </button>
                </TableCell>
                <TableCell className="hidden max-w-0 text-ink-2 md:table-cell" title={each.greetingMessage}>
                  {each.mediaName !== null && (
                    <Paperclip
                      aria-label={each.mediaName}
                      size={14}
                      className="icon mr-1.5 inline-block align-text-bottom"
                    />
                  )}
                  {each.greetingMessage}
                </TableCell>
                {byQueue && (
                  <TableCell
                    className="hidden max-w-64 truncate text-ink-2 lg:table-cell"
                    title={hours(each.schedules)}
                  >
                    {hours(each.schedules)}
                  </TableCell>
                )}
                <TableCell numeric className="max-sm:hidden">
                  {each.orderQueue ?? '–'}
                </TableCell>
                <TableCell className="relative z-10 overflow-visible px-1 text-right">
                  <RowActions
                    name={each.name}
                    onEdit={() => edit(each)}
                    onDelete={() => remove(each)}
                    className="justify-end"
                  >
                    <Tooltip content={t('queues.menu.openShort')}>
                      <Link
                        to="/queues/$queueId"
                        params={{ queueId: each.id }}
                        aria-label={t('queues.menu.open', { name: each.name })}
                        className="inline-flex size-control-sm shrink-0 items-center justify-center rounded-md text-ink-2 transition-colors hover:bg-hover hover:text-ink"
                      >
                        <ListTree aria-hidden size={16} className="icon" />
                      </Link>
                    </Tooltip>
                  </RowActions>
                </TableCell>
              </TableRow>
            ))}
          </tbody>
        </Table>
      )}
    </ListScreen>
  )
}

/** Returns the open days, consecutive ones of the same hours as one. */
function runs(schedules: readonly WeekdaySchedule[]) {
  const found: { from: number; to: number; text: string }[] = []
  for (const [day, weekdayEn] of WEEKDAYS.entries()) {
    const schedule = schedules.find(each => each.weekdayEn === weekdayEn)
    if (!schedule || schedule.startTime === schedule.endTime) continue
    const text = `${schedule.startTime}–${schedule.endTime}`
    const last = found.at(-1)
    if (last?.to === day - 1 && last.text === text) last.to = day
    else found.push({ from: day, to: day, text })
  }
  return found
}
