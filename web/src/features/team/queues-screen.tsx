import { queue } from '@balcao/shared/api/team/queue.ts'
import type { Queue } from '@balcao/shared/entities/queue.ts'
import { WEEKDAYS, type WeekdaySchedule } from '@balcao/shared/entities/working-hours.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Layers, ListTree, Paperclip } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Column } from '#/components/list/column.ts'
import { ListScreen } from '#/components/list-screen.tsx'
import { ColorDot } from '#/components/ui/pill.tsx'
import { lazyPart } from '#/lib/lazy-part.ts'
import { apiQuery } from '#/lib/queries.ts'
import { api } from '#/lib/session.ts'
import { useSetting } from '#/lib/settings.ts'

const QueueDialog = lazyPart(() => import('./queue-dialog.tsx').then(file => file.QueueDialog))

export function QueuesScreen() {
  const { t } = useTranslation(['team', 'common'])
  const navigate = useNavigate()
  const list = useQuery(apiQuery(queue.list))
  const rows = list.data ?? []
  const byQueue = useSetting('scheduleType') === 'queue'
  const short = (day: number) => t(`common:weekday.${WEEKDAYS[day]!}`).slice(0, 3)
  const hours = (schedules: readonly WeekdaySchedule[]) =>
    runs(schedules)
      .map(({ from, to, text }) => `${from === to ? short(from) : `${short(from)}–${short(to)}`} ${text}`)
      .join(', ') || t(schedules.length > 0 ? 'common:hours.closedAllWeek' : 'queues.alwaysOpen')
  const columns: Column<Queue>[] = [
    { id: 'name', head: t('queues.name'), main: true, text: ({ name }) => name },
    {
      id: 'greeting',
      head: t('queues.greeting'),
      most: 420,
      beside: 20,
      text: ({ greetingMessage }) => greetingMessage,
      cell: each => <Greeting queue={each} />,
    },
    ...(byQueue
      ? [
          {
            id: 'hours',
            head: t('queues.tabHours'),
            text: ({ schedules }: Queue) => hours(schedules),
          },
        ]
      : []),
    {
      id: 'distribution',
      head: t('queues.distribution.column'),
      text: ({ distribution }) => (distribution === 'manual' ? '' : t(`queues.distribution.${distribution}`)),
    },
    {
      id: 'order',
      head: t('queues.order'),
      end: true,
      text: ({ orderQueue }) => (orderQueue === null ? '' : String(orderQueue)),
      order: ({ orderQueue }) => orderQueue ?? '',
    },
  ]
  return (
    <ListScreen
      name="queues"
      title={t('queues.title')}
      addLabel={t('queues.add')}
      list={list}
      rows={rows}
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
      bulkDelete={false}
      nameOf={({ name }) => name}
      lead={{ width: 10, show: ({ color }) => <ColorDot color={color} /> }}
      columns={columns}
      card={each => ({ title: <span className="truncate">{each.name}</span>, line: <Greeting queue={each} /> })}
      more={each => [
        {
          id: 'menu',
          label: t('queues.menu.open', { name: each.name }),
          short: t('queues.menu.openShort'),
          icon: <ListTree size={16} />,
          href: `/queues/${each.id}`,
          run: () => void navigate({ to: '/queues/$queueId', params: { queueId: each.id } }),
        },
      ]}
      dialog={(each, onClose) => (
        <QueueDialog
          queue={each}
          taken={rows.filter(({ id }) => id !== each?.id).map(({ color }) => color)}
          onClose={onClose}
        />
      )}
    />
  )
}

function Greeting({ queue: { greetingMessage, mediaName } }: { queue: Queue }) {
  return (
    <>
      {mediaName !== null && <Paperclip aria-label={mediaName} size={14} className="icon shrink-0" />}
      <span className="truncate">{greetingMessage || (mediaName === null ? '–' : '')}</span>
    </>
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
