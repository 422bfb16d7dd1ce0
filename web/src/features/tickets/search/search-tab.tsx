import { whatsapp } from '@balcao/shared/api/channels/whatsapp.ts'
import { users } from '@balcao/shared/api/team/users.ts'
import { tags } from '@balcao/shared/api/tickets/tags.ts'
import type { Ticket } from '@balcao/shared/entities/ticket.ts'
import { capabilitiesOf } from '@balcao/shared/rules/capabilities.ts'
import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { type RefObject, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#/components/ui/button.tsx'
import { MultiSelect } from '#/components/ui/combobox.tsx'
import { ToggleField } from '#/components/ui/field.tsx'
import { IconButton } from '#/components/ui/icon-button.tsx'
import { Input, SearchInput } from '#/components/ui/input.tsx'
import { Switch } from '#/components/ui/switch.tsx'
import { SegmentedList, SegmentedTrigger, Tabs, TabsContent } from '#/components/ui/tabs.tsx'
import { useMayDo } from '#/lib/permissions.ts'
import { apiQuery } from '#/lib/queries.ts'
import { useDebouncedValue } from '#/lib/use-debounced-value.ts'
import { some } from '../list/list-state.ts'
import { NoTickets, NothingFound, TicketList } from '../list/ticket-list.tsx'
import type { TicketSearch } from '../list/ticket-search.ts'
import { FoundMessages } from './found-messages.tsx'
import { TalkToNumber } from './talk-to-number.tsx'

interface SearchTabProps {
  search: TicketSearch
  filter: { queueIds: string | undefined; showAll: 'true' | 'false' | undefined }
  go: (changes: Partial<TicketSearch>) => void
  box: RefObject<HTMLInputElement | null>
  onSpy: (ticket: Ticket) => void
}

/** Searches all tickets the user may see; by tags and a day for everybody, by users for admins. */
export function SearchTab({ search, filter, go, box, onSpy }: SearchTabProps) {
  const { t } = useTranslation(['tickets', 'ticketDetails'])
  const mayShowAll = useMayDo('tickets-manager:showall')
  const [text, setText] = useState(search.q ?? '')
  const settled = useDebouncedValue(text.trim())
  const connections = useQuery(apiQuery(whatsapp.list)).data
  // Meta tells where people come from to cloud numbers alone.
  const hasReferrals = connections?.some(each => capabilitiesOf(each).referrals) ?? false
  const allTags = useQuery(apiQuery(tags.listAll)).data ?? []
  const allUsers = useQuery({ ...apiQuery(users.listAll), enabled: mayShowAll }).data ?? []
  const [found, setFound] = useState<'tickets' | 'messages'>('tickets')
  const asks = settled !== '' || search.tags?.length || search.users?.length || search.date || search.origin

  const latest = useRef(go)
  latest.current = go
  useEffect(() => latest.current({ q: settled || undefined }), [settled])

  const clear = () => {
    setText('')
    go({ q: undefined, tags: undefined, users: undefined, date: undefined, origin: undefined })
  }

  return (
    <>
      <div className="space-y-2 border-line border-b p-3">
        {/* biome-ignore lint/a11y/noStaticElementInteractions: keys of the field inside, on their way up */}
        <div
          onKeyDown={event => {
            if (event.defaultPrevented || (event.key !== 'ArrowDown' && event.key !== 'Escape')) return
            event.preventDefault()
            event.stopPropagation()
            const row = document.querySelector<HTMLElement>('[data-open]')
            if (row) row.focus()
            else if (event.target instanceof HTMLElement) event.target.blur()
          }}
        >
          <SearchInput ref={box} label={t('ticketDetails:search.label')} value={text} onChange={setText} autoFocus />
        </div>
        <div className="flex gap-2">
          <div className="min-w-0 flex-1">
            <MultiSelect
              label={t('ticketDetails:filter.tags')}
              placeholder={t('ticketDetails:filter.tags')}
              options={allTags.map(tag => ({ value: tag.id, label: tag.name, color: tag.color }))}
              value={search.tags ?? []}
              onChange={ids => go({ tags: ids.length > 0 ? ids : undefined })}
              summary="count"
              className="h-control-sm text-sm"
            />
          </div>
          {mayShowAll && (
            <div className="min-w-0 flex-1">
              <MultiSelect
                label={t('ticketDetails:filter.users')}
                placeholder={t('ticketDetails:filter.users')}
                options={allUsers.map(user => ({ value: user.id, label: user.name }))}
                value={search.users ?? []}
                onChange={ids => go({ users: ids.length > 0 ? ids : undefined })}
                summary="count"
                className="h-control-sm text-sm"
              />
            </div>
          )}
        </div>
        {found === 'tickets' && (
          <>
            <DayFilter value={search.date} onChange={date => go({ date })} />
            {(hasReferrals || search.origin) && (
              <ToggleField label={t('ticketDetails:filter.fromAd')} className="py-0 text-ink-2 text-sm">
                <Switch
                  checked={search.origin === 'ad'}
                  onCheckedChange={on => go({ origin: on ? 'ad' : undefined })}
                />
              </ToggleField>
            )}
          </>
        )}
      </div>
      <Tabs
        value={found}
        onValueChange={value => setFound(value === 'messages' ? 'messages' : 'tickets')}
        className="flex min-h-0 flex-1 flex-col"
      >
        <div className="border-line border-b px-3 py-2">
          <SegmentedList aria-label={t('ticketDetails:search.kinds')}>
            <SegmentedTrigger value="tickets">{t('ticketDetails:search.tickets')}</SegmentedTrigger>
            <SegmentedTrigger value="messages">{t('ticketDetails:search.messages')}</SegmentedTrigger>
          </SegmentedList>
        </div>
        <TabsContent value="messages" tabIndex={-1} className="flex min-h-0 flex-1 flex-col">
          <FoundMessages
            text={settled}
            query={{ ...filter, tags: some(search.tags), users: some(search.users) }}
            onClear={clear}
          />
        </TabsContent>
        <TabsContent value="tickets" tabIndex={-1} className="flex min-h-0 flex-1 flex-col">
          {asks ? (
            <TicketList
              label={t('tab.search')}
              query={{
                ...filter,
                searchParam: settled || undefined,
                tags: some(search.tags),
                users: some(search.users),
                date: search.date,
                origin: search.origin,
                withUnreadMessages: search.unread ? 'true' : undefined,
              }}
              active
              empty={
                <NothingFound
                  title={
                    settled
                      ? t('ticketDetails:search.nothing', { text: settled })
                      : t('ticketDetails:search.nothingChosen')
                  }
                  action={
                    <>
                      <TalkToNumber text={settled} />
                      <Button onClick={clear}>{t('ticketDetails:search.clear')}</Button>
                    </>
                  }
                />
              }
              onSpy={onSpy}
            />
          ) : (
            <NoTickets title={t('ticketDetails:search.start')}>{t('ticketDetails:search.startHint')}</NoTickets>
          )}
        </TabsContent>
      </Tabs>
    </>
  )
}

/**
 * Shows the filter of the day on which tickets began, with a button to clear it, which not every
 * browser's field has.
 */
function DayFilter({ value, onChange }: { value: string | undefined; onChange: (day: string | undefined) => void }) {
  const { t } = useTranslation(['tickets', 'ticketDetails'])
  const id = useId()
  return (
    <div className="flex items-center gap-2 text-ink-2 text-sm">
      <label htmlFor={id} className="shrink-0">
        {t('ticketDetails:filter.day')}
      </label>
      <Input
        id={id}
        type="date"
        value={value ?? ''}
        onChange={event => onChange(event.target.value || undefined)}
        className="h-control-sm flex-1 text-sm"
      />
      {value && (
        <IconButton
          size="sm"
          label={t('ticketDetails:filter.anyDay')}
          icon={<X size={16} />}
          onClick={() => onChange(undefined)}
        />
      )}
    </div>
  )
}
