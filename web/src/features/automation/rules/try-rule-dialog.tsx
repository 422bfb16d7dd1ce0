import { rules } from '@balcao/shared/api/tickets/rules.ts'
import { tickets } from '@balcao/shared/api/tickets/tickets.ts'
import type { Rule } from '@balcao/shared/entities/rule.ts'
import type { Ticket } from '@balcao/shared/entities/ticket.ts'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Avatar } from '#/components/ui/avatar.tsx'
import { Badge } from '#/components/ui/badge.tsx'
import { Button } from '#/components/ui/button.tsx'
import { Dialog } from '#/components/ui/dialog.tsx'
import { ErrorState } from '#/components/ui/error-state.tsx'
import { SearchInput } from '#/components/ui/input.tsx'
import { Skeleton } from '#/components/ui/skeleton.tsx'
import { actionSentence } from '#/features/macros/public/action-sentence.ts'
import { isolate } from '#/lib/isolate.ts'
import { apiPages } from '#/lib/queries.ts'
import { api } from '#/lib/session.ts'
import { useDebouncedValue } from '#/lib/use-debounced-value.ts'
import { ReasonList } from './reason-list.tsx'
import { useRuleWords } from './rule-words.ts'
import { useFactChoices } from './use-fact-choices.ts'

/** Letters from which a search is made. */
const SEARCH_FROM = 3

interface TryRuleDialogProps {
  rule: Rule
  onClose: () => void
}

/** Shows what a rule would do for a ticket as it is now; nothing is done. */
export function TryRuleDialog({ rule, onClose }: TryRuleDialogProps) {
  const { t } = useTranslation('rules')
  const [ticket, setTicket] = useState<Ticket | null>(null)
  return (
    <Dialog
      open
      onOpenChange={open => !open && onClose()}
      title={t('try.title', { name: isolate(rule.name) })}
      description={t('try.hint')}
      size="md"
    >
      {ticket ? (
        <Verdict rule={rule} ticket={ticket} onBack={() => setTicket(null)} />
      ) : (
        <TicketChoice onChoose={setTicket} />
      )}
    </Dialog>
  )
}

/** Lets a person choose a ticket: one of the last ones, or what a search finds. */
function TicketChoice({ onChoose }: { onChoose: (ticket: Ticket) => void }) {
  const { t } = useTranslation(['rules', 'tickets'])
  const [text, setText] = useState('')
  const searched = useDebouncedValue(text.trim())
  const isSearch = searched.length >= SEARCH_FROM
  const open = useInfiniteQuery({
    ...apiPages(tickets.list, { query: { status: 'open', showAll: 'true' } }),
    enabled: !isSearch,
  })
  const waiting = useInfiniteQuery({
    ...apiPages(tickets.list, { query: { status: 'pending' } }),
    enabled: !isSearch,
  })
  const found = useInfiniteQuery({
    ...apiPages(tickets.list, { query: { searchParam: searched } }),
    enabled: isSearch,
  })
  const asked = isSearch ? [found] : [waiting, open]
  const failed = asked.find(({ isError }) => isError)
  const rows = asked.flatMap(({ data }) => data?.pages[0]?.tickets ?? [])
  return (
    <div className="flex min-h-64 flex-col gap-3">
      <SearchInput label={t('try.search')} value={text} onChange={setText} />
      {failed ? (
        <ErrorState compact error={failed.error} onRetry={() => void failed.refetch()} />
      ) : asked.some(({ isLoading }) => isLoading) ? (
        <div role="status" aria-label={t('tickets:list.loading')} className="flex flex-col gap-2">
          {['a', 'b', 'c'].map(key => (
            <Skeleton key={key} className="h-12" />
          ))}
        </div>
      ) : rows.length === 0 ? (
        <p className="py-6 text-center text-ink-2">{t(isSearch ? 'try.nothing' : 'try.noTickets')}</p>
      ) : (
        <ul aria-label={t('try.choose')} className="-mx-2 max-h-80 overflow-y-auto">
          {rows.map(row => (
            <li key={row.id}>
              <button
                type="button"
                onClick={() => onChoose(row)}
                className="flex min-h-12 w-full items-center gap-3 rounded-md px-2 py-1.5 text-left hover:bg-hover"
              >
                <Avatar name={row.contact.name} src={row.contact.profilePicUrl} size={32} />
                <span className="min-w-0 flex-1">
                  <bdi className="block truncate font-medium">{row.contact.name}</bdi>
                  <span className="block truncate text-ink-2 text-sm">
                    {[t(`tickets:status.${row.status}`), row.queue?.name].filter(Boolean).join(' · ')}
                  </span>
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function Verdict({ rule, ticket, onBack }: { rule: Rule; ticket: Ticket; onBack: () => void }) {
  const { t } = useTranslation('rules')
  const words = useRuleWords(useFactChoices())
  const trial = useQuery({
    queryKey: ['rules', rule.id, 'try', ticket.id],
    queryFn: () => api(rules.try, { params: { id: rule.id }, body: { ticketId: ticket.id } }),
    // The ticket may have changed since: each look is a new one.
    gcTime: 0,
    staleTime: 0,
  })
  return (
    <div className="flex min-h-64 flex-col gap-4">
      <div className="flex flex-wrap items-center gap-2">
        <bdi className="min-w-0 flex-1 truncate font-medium">{ticket.contact.name}</bdi>
        <Button onClick={onBack}>{t('try.other')}</Button>
      </div>
      {trial.isPending ? (
        <Skeleton className="h-24" />
      ) : trial.isError ? (
        <ErrorState compact error={trial.error} onRetry={() => void trial.refetch()} retrying={trial.isFetching} />
      ) : (
        <>
          <div>
            <Badge tone={trial.data.matches ? 'success' : 'neutral'}>
              {t(trial.data.matches ? 'try.matches' : 'try.matchesNot')}
            </Badge>
          </div>
          <section className="flex flex-col gap-2">
            <h3 className="font-semibold text-sm">{t('if')}</h3>
            <ReasonList because={trial.data.because} words={words} />
          </section>
          {trial.data.matches && (
            <section className="flex flex-col gap-2">
              <h3 className="font-semibold text-sm">{t('then')}</h3>
              <ol className="flex list-decimal flex-col gap-1.5 pl-5 text-sm">
                {trial.data.actions.map((action, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
                  <li key={at} className="wrap-anywhere">
                    {actionSentence(action)}
                  </li>
                ))}
              </ol>
            </section>
          )}
        </>
      )}
    </div>
  )
}
