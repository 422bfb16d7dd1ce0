import { campaigns } from '@balcao/shared/api/campaigns/campaigns.ts'
import { type CampaignReport, RECIPIENT_STATES, type RecipientState } from '@balcao/shared/entities/campaign.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { ListFilter, MessageSquareText, UsersRound } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ListTable } from '#/components/list/list-table.tsx'
import { ListSearch } from '#/components/list-search.tsx'
import { ListStates } from '#/components/list-states.tsx'
import { Button } from '#/components/ui/button.tsx'
import { EmptyState } from '#/components/ui/empty-state.tsx'
import { cn } from '#/lib/cn.ts'
import { formatNumber } from '#/lib/format.ts'
import { apiPages } from '#/lib/queries.ts'
import { useDebouncedValue } from '#/lib/use-debounced-value.ts'
import { useListKeys } from '#/lib/use-list-keys.ts'
import { useListRowHeight } from '#/lib/use-list-row-height.ts'
import { recipientName, useRecipientCells } from './recipient-row.tsx'

interface ReportContactsProps {
  report: CampaignReport
  state: RecipientState | undefined
  onState: (state: RecipientState | undefined) => void
}

/** Shows the recipients of a campaign with their states. */
export function ReportContacts({ report, state, onState }: ReportContactsProps) {
  const { t } = useTranslation('campaignReport')
  const { id } = report.campaign
  const { rowHeight } = useListRowHeight()
  const { columns, card } = useRecipientCells()
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const searched = useDebouncedValue(text.trim().toLowerCase())
  const list = useInfiniteQuery({
    ...apiPages(campaigns.shipping, {
      params: { id },
      query: { searchParam: searched, ...(state ? { state } : {}) },
    } as Parameters<typeof apiPages<typeof campaigns.shipping>>[1]),
    placeholderData: previous => previous,
  })
  const { data } = list
  const rows = useMemo(() => data?.pages.flatMap(page => page.records) ?? [], [data])
  const openTicket = (uuid: string | null | undefined) => {
    if (uuid) void navigate({ to: '/tickets/$uuid', params: { uuid } })
  }
  const active = useListKeys(rows.length, index => openTicket(rows[index]?.ticketId))
  return (
    <section aria-label={t('contacts')} className="flex min-h-96 flex-1 flex-col gap-3">
      <div className="flex shrink-0 flex-col gap-2">
        <StateFilter report={report} state={state} onState={onState} />
        <ListSearch label={t('search')} value={text} onChange={setText} className="w-full sm:w-96" />
      </div>
      <ListStates
        list={list}
        count={rows.length}
        rowHeight={rowHeight}
        rows={8}
        search={{ text, searched, onClear: () => setText('') }}
        firstUse={
          state ? (
            <EmptyState
              icon={<ListFilter size={20} />}
              title={t('none')}
              action={<Button onClick={() => onState(undefined)}>{t('showAll')}</Button>}
            >
              {t('noneHint', { state: t(`state.${state}`) })}
            </EmptyState>
          ) : (
            <EmptyState icon={<UsersRound size={20} />} title={t('noContacts')}>
              {t('noContactsHint')}
            </EmptyState>
          )
        }
      >
        <ListTable
          name="campaignRecipients"
          label={t('contacts')}
          list={list}
          rows={rows}
          rowHeight={rowHeight}
          active={active}
          columns={columns}
          card={card}
          nameOf={recipientName}
          more={row => [
            {
              id: 'ticket',
              label: t('ticketOf', { name: recipientName(row) }),
              short: t('ticketShort'),
              icon: <MessageSquareText size={16} />,
              href: `/tickets/${row.ticketId}`,
              run: row.ticketId ? () => openTicket(row.ticketId) : undefined,
            },
          ]}
          // After its last row the page scrolls on: on a phone the list fills most of the screen.
          className="overscroll-auto"
        />
      </ListStates>
    </section>
  )
}

/**
 * Shows the states as buttons with their counts; those of a confirmation only where the campaign
 * asks for one.
 */
function StateFilter({ report: { campaign, counts, total }, state, onState }: ReportContactsProps) {
  const { t } = useTranslation('campaignReport')
  const shown = RECIPIENT_STATES.filter(
    each => campaign.confirmation || counts[each] > 0 || (each !== 'confirmationAsked' && each !== 'confirmed'),
  )
  const chip = (value: RecipientState | undefined, label: string, count: number) => (
    <button
      key={label}
      type="button"
      aria-pressed={state === value}
      onClick={() => onState(value)}
      className="inline-flex h-control-sm shrink-0 items-center gap-1.5 rounded-full border border-line-strong bg-surface px-3 text-ink-2 text-sm transition-colors hover:bg-hover hover:text-ink aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent-ink"
    >
      {label} <span className={cn('tabular', count === 0 && 'opacity-80')}>{formatNumber(count)}</span>
    </button>
  )
  return (
    <fieldset aria-label={t('filter')} className="-mx-1 flex gap-1.5 overflow-x-auto px-1 py-1 sm:flex-wrap">
      {chip(undefined, t('all'), total)}
      {shown.map(each => chip(each, t(`state.${each}`), counts[each]))}
    </fieldset>
  )
}
