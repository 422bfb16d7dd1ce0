import { whatsapp } from '@balcao/shared/api/channels/whatsapp.ts'
import { users } from '@balcao/shared/api/team/users.ts'
import { tags } from '@balcao/shared/api/tickets/tags.ts'
import { TICKET_PRIORITIES, type TicketPriority } from '@balcao/shared/entities/ticket.ts'
import { capabilitiesOf } from '@balcao/shared/rules/capabilities.ts'
import { useQuery } from '@tanstack/react-query'
import { CalendarDays, X } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MultiSelect } from '#/components/ui/combobox.tsx'
import { Popover, PopoverContent, PopoverTrigger } from '#/components/ui/popover.tsx'
import { cn } from '#/lib/cn.ts'
import { dayOf } from '#/lib/format.ts'
import { lazyPart } from '#/lib/lazy-part.ts'
import { writtenDay } from '#/lib/parse-day.ts'
import { apiQuery } from '#/lib/queries.ts'
import type { TicketSearch } from '../list/ticket-search.ts'

const DayCalendar = lazyPart(() => import('#/components/ui/day-calendar.tsx').then(file => file.DayCalendar), 'dates')

export interface SearchChipsProps {
  search: TicketSearch
  go: (changes: Partial<TicketSearch>) => void
  queues: readonly { id: string; name: string; color: string }[]
  queueIds: readonly string[]
  onQueues: (ids: readonly string[]) => void
  mayShowAll: boolean
  showAll: boolean
  onShowAll: (all: boolean) => void
}

const chip = 'h-control-sm shrink-0 rounded-full border px-3 text-sm transition-colors'
const off = 'border-line-strong text-ink-2 hover:bg-hover'
const on = 'border-accent bg-accent-soft text-accent-ink'

/** Shows what narrows a search, in one line: each chip says what is chosen, and changes it. */
export function SearchChips({
  search,
  go,
  queues,
  queueIds,
  onQueues,
  mayShowAll,
  showAll,
  onShowAll,
}: SearchChipsProps) {
  const { t } = useTranslation(['tickets', 'ticketDetails'])
  const connections = useQuery(apiQuery(whatsapp.list)).data
  // Meta tells where people come from to cloud numbers alone.
  const hasReferrals = connections?.some(each => capabilitiesOf(each).referrals) ?? false
  const allTags = useQuery(apiQuery(tags.listAll)).data ?? []
  const allUsers = useQuery({ ...apiQuery(users.listAll), enabled: mayShowAll }).data ?? []
  return (
    // Under a finger one line, which scrolls sideways.
    <fieldset
      aria-label={t('ticketDetails:search.filters')}
      className="flex min-w-0 touch:flex-nowrap flex-wrap gap-1.5 touch:overflow-x-auto px-3 pb-3 [scrollbar-width:none]"
    >
      {queues.length > 1 && (
        <SelectChip
          label={t('filter.fewQueues')}
          options={queues.map(each => ({ value: each.id, label: each.name, color: each.color }))}
          value={queueIds}
          onChange={onQueues}
        />
      )}
      <SelectChip
        label={t('ticketDetails:filter.tags')}
        options={allTags.map(tag => ({ value: tag.id, label: tag.name, color: tag.color }))}
        value={search.tags ?? []}
        onChange={ids => go({ tags: ids.length > 0 ? [...ids] : undefined })}
      />
      {mayShowAll && (
        <SelectChip
          label={t('ticketDetails:filter.users')}
          options={allUsers.map(user => ({ value: user.id, label: user.name }))}
          value={search.users ?? []}
          onChange={ids => go({ users: ids.length > 0 ? [...ids] : undefined })}
        />
      )}
      <SelectChip
        label={t('ticketDetails:priority.title')}
        options={[...TICKET_PRIORITIES]
          .reverse()
          .map(value => ({ value, label: t(`ticketDetails:priority.${value}`) }))}
        value={search.priority ?? []}
        onChange={chosen => go({ priority: chosen.length > 0 ? ([...chosen] as TicketPriority[]) : undefined })}
      />
      <DayChip value={search.date} onChange={date => go({ date })} />
      <ToggleChip isOn={search.unread ?? false} onChange={unread => go({ unread: unread || undefined })}>
        {t('filter.unread')}
      </ToggleChip>
      {mayShowAll && (
        <ToggleChip isOn={showAll} onChange={onShowAll}>
          {t('filter.showAll')}
        </ToggleChip>
      )}
      {(hasReferrals || search.origin) && (
        <ToggleChip isOn={search.origin === 'ad'} onChange={isOn => go({ origin: isOn ? 'ad' : undefined })}>
          {t('ticketDetails:filter.fromAd')}
        </ToggleChip>
      )}
    </fieldset>
  )
}

interface SelectChipProps {
  label: string
  options: readonly { value: string; label: string; color?: string }[]
  value: readonly string[]
  onChange: (ids: readonly string[]) => void
}

function SelectChip({ label, options, value, onChange }: SelectChipProps) {
  return (
    <div className="shrink-0">
      <MultiSelect
        label={label}
        placeholder={label}
        options={options}
        value={value}
        onChange={onChange}
        summary="count"
        countLabel={count => `${label}: ${count}`}
        className={cn(chip, 'w-auto max-w-44 gap-1 pr-2 pl-3', value.length > 0 && on)}
      />
    </div>
  )
}

function ToggleChip({
  isOn,
  onChange,
  children,
}: {
  isOn: boolean
  onChange: (isOn: boolean) => void
  children: ReactNode
}) {
  return (
    <button type="button" aria-pressed={isOn} onClick={() => onChange(!isOn)} className={cn(chip, isOn ? on : off)}>
      {children}
    </button>
  )
}

/** Shows the day on which conversations began, if one is chosen. */
function DayChip({ value, onChange }: { value: string | undefined; onChange: (day: string | undefined) => void }) {
  const { t } = useTranslation(['tickets', 'ticketDetails'])
  const label = t('ticketDetails:filter.day')
  const [open, setOpen] = useState(false)
  return (
    <span className={cn(chip, 'flex items-center gap-1.5', value ? cn(on, 'pr-1') : off)}>
      <Popover open={open} onOpenChange={setOpen}>
        <PopoverTrigger>
          <button type="button" className="flex h-full items-center gap-1.5">
            <CalendarDays size={14} className="icon" aria-hidden />
            {value ? `${label} ${writtenDay(value)}` : t('ticketDetails:filter.anyDay')}
          </button>
        </PopoverTrigger>
        <PopoverContent aria-label={label} className="p-2">
          <Suspense fallback={<span className="block h-80 w-72" />}>
            <DayCalendar
              value={value}
              today={dayOf(Date.now())}
              max={dayOf(Date.now())}
              onChoose={day => {
                onChange(day)
                setOpen(false)
              }}
            />
          </Suspense>
        </PopoverContent>
      </Popover>
      {value && (
        <button
          type="button"
          aria-label={t('ticketDetails:filter.anyDay')}
          onClick={() => onChange(undefined)}
          className="relative rounded-full p-1 after:absolute after:-inset-2 hover:bg-active"
        >
          <X size={14} className="icon" />
        </button>
      )}
    </span>
  )
}
