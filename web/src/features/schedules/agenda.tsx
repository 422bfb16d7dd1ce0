import type { Schedule } from '@balcao/shared/entities/schedule.ts'
import { Paperclip, Repeat } from 'lucide-react'
import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { ListRow, RowActions, RowOpener } from '#/components/list-row.tsx'
import { PagedRows } from '#/components/paged-rows.tsx'
import { dayOf, formatTime } from '#/lib/format.ts'
import { currentLanguage, languageTags } from '#/lib/i18n.ts'
import { useListKeys } from '#/lib/use-list-keys.ts'
import { dayName } from './days.ts'
import { ScheduleStatus } from './schedule-status.tsx'
import { useMayChangeSchedule, useRemoveSchedule } from './use-remove-schedule.ts'

interface AgendaProps {
  list: ComponentProps<typeof PagedRows>['list']
  rows: readonly Schedule[]
  zone: string
  today: string
  onOpen: (schedule: Schedule) => void
}

type Item = { id: string; day: string } | (Schedule & { day?: undefined })

const HEIGHT = 64

/** Shows the scheduled messages one after the other, under the day they are sent. */
export function Agenda({ list, rows, zone, today, onOpen }: AgendaProps) {
  const { t } = useTranslation('schedules')
  const mayChange = useMayChangeSchedule()
  const removePending = useRemoveSchedule(false)
  const removeSent = useRemoveSchedule(true)
  const items: Item[] = rows.flatMap((row, i) => {
    const day = dayOf(row.sendAt, zone)
    const isFirst = i === 0 || dayOf(rows[i - 1]!.sendAt, zone) !== day
    return isFirst ? [{ id: day, day }, row] : [row]
  })
  const marked = useListKeys(rows.length, index => rows[index] && onOpen(rows[index]))
  const active = items.findIndex(item => item.id === rows[marked]?.id)
  return (
    <PagedRows list={list} label={t('title')} items={items} rowHeight={HEIGHT} activeIndex={active}>
      {(item, index) =>
        item.day === undefined ? (
          <ListRow active={index === active}>
            <span className="tabular w-11 shrink-0 font-medium">{formatTime(item.sendAt, zone)}</span>
            <RowOpener oneLine={false} onOpen={() => onOpen(item)}>
              <span className="flex min-w-0 items-center gap-2">
                <bdi title={item.contact?.name} className="truncate font-medium">
                  {item.contact?.name ?? t('noContact')}
                </bdi>
                {item.recurrence !== 'none' && (
                  <Repeat size={14} role="img" aria-label={t('repeats')} className="icon shrink-0 text-ink-2" />
                )}
                {item.mediaPath && (
                  <Paperclip size={14} role="img" aria-label={t('hasFile')} className="icon shrink-0 text-ink-2" />
                )}
                {/* On a phone the name needs the room: the icon stays, the words are for screen
                    readers. */}
                <ScheduleStatus schedule={item} className="shrink-0 max-sm:[&>span]:sr-only" />
              </span>
              <bdi title={item.body} className="truncate text-ink-2 text-sm">
                {item.body}
              </bdi>
            </RowOpener>
            {mayChange(item) && (
              <RowActions
                name={item.contact?.name ?? t('noContact')}
                onEdit={item.status === 'ENVIADA' ? undefined : () => onOpen(item)}
                onDelete={() => void (item.status === 'ENVIADA' ? removeSent : removePending)(item)}
              />
            )}
          </ListRow>
        ) : (
          <DayLine day={item.day} today={item.day === today} />
        )
      }
    </PagedRows>
  )
}

/** Shows the day of the messages below: two lines, since all rows of a list have one height. */
function DayLine({ day, today }: { day: string; today: boolean }) {
  const { t } = useTranslation('schedules')
  const language = languageTags[currentLanguage()]
  return (
    <h3 className="flex h-full flex-col justify-center border-line border-b bg-bg px-3">
      <span className="font-medium">
        {today && <span className="text-accent-ink">{t('today')} · </span>}
        <span className={today ? undefined : 'inline-block first-letter:uppercase'}>
          {dayName(day, language, { weekday: 'long' })}
        </span>
      </span>
      <span className="text-ink-2 text-sm">
        {dayName(day, language, { day: 'numeric', month: 'long', year: 'numeric' })}
      </span>
    </h3>
  )
}
