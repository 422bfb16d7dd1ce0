import { audit } from '@balcao/shared/api/company/audit.ts'
import { users } from '@balcao/shared/api/team/users.ts'
import type { ListFormat } from '@balcao/shared/api-contract/list-export.ts'
import { AUDIT_SUBJECTS } from '@balcao/shared/entities/audit-action.ts'
import type { AuditEntry } from '@balcao/shared/entities/audit-entry.ts'
import { useQuery } from '@tanstack/react-query'
import { Download, FilterX, RefreshCw, ScrollText, SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormatMenu } from '#/components/list/format-menu.tsx'
import { ListRow } from '#/components/list-row.tsx'
import { ListSearch } from '#/components/list-search.tsx'
import { ListStates } from '#/components/list-states.tsx'
import { PagedRows } from '#/components/paged-rows.tsx'
import { Badge } from '#/components/ui/badge.tsx'
import { Button } from '#/components/ui/button.tsx'
import { EmptyState } from '#/components/ui/empty-state.tsx'
import { Field } from '#/components/ui/field.tsx'
import { IconButton } from '#/components/ui/icon-button.tsx'
import { PeriodInput } from '#/components/ui/period-input.tsx'
import { Screen, ScreenHeader } from '#/components/ui/screen-header.tsx'
import { Select } from '#/components/ui/select.tsx'
import { dayOf, formatWhen } from '#/lib/format.ts'
import { apiQuery } from '#/lib/queries.ts'
import { api } from '#/lib/session.ts'
import { useBeginExportOf } from '#/lib/use-begin-export.ts'
import { useFieldChanges } from '#/lib/use-field-changes.ts'
import { useMediaQuery } from '#/lib/use-media-query.ts'
import { useRowList } from '#/lib/use-row-list.ts'
import { auditSentence } from './audit-sentence.ts'

/** Height of a row, px; on phones a sentence has two lines. */
const [ROW_HEIGHT, TALL_ROW_HEIGHT] = [64, 84]
/** Number of entries in a full page. */
const PAGE = 20

const NO_FILTERS = { subject: '', userId: '', dateFrom: '', dateTo: '' }
type Filters = typeof NO_FILTERS

/** Shows the audit log of the company, newest first: user, action, time and origin. */
export function AuditScreen() {
  const { t } = useTranslation(['audit', 'common'])
  const rowHeight = useMediaQuery('(min-width: 600px)') ? ROW_HEIGHT : TALL_ROW_HEIGHT
  const [filters, setFilters] = useState<Filters>(NO_FILTERS)
  const given = Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== ''))
  const { list, rows, search } = useRowList(audit.list, page => page.entries, undefined, {
    ...given,
    limit: String(PAGE),
  })
  const isFiltered = Object.keys(given).length > 0 || search.searched !== ''
  const clear = () => {
    setFilters(NO_FILTERS)
    search.onClear()
  }
  const searchParam = search.searched
  const file = useBeginExportOf(
    (format: ListFormat) =>
      api(audit.export, { body: { ...given, ...(searchParam === '' ? {} : { searchParam }), format } }),
    t('exportBegun'),
  )
  const last = list.data?.pages.at(-1)
  const lookedTo = last?.lookedTo
  // A search stops after a limited number of entries. For something rare the person decides whether
  // to go on, since the list would request page after page by itself.
  const isShort = list.hasNextPage && !list.isPlaceholderData && (last?.entries.length ?? 0) < PAGE
  return (
    <Screen
      header={
        <ScreenHeader
          title={t('title')}
          action={
            <span className="flex items-center gap-2">
              <IconButton
                label={t('refresh')}
                icon={<RefreshCw size={16} className={list.isFetching ? 'animate-spin' : undefined} />}
                onClick={() => void list.refetch()}
              />
              <FormatMenu onChoose={file.begin}>
                <Button icon={<Download size={16} />} loading={file.isPending}>
                  {t('export')}
                </Button>
              </FormatMenu>
            </span>
          }
        >
          <p className="w-full text-ink-2">{t('intro')}</p>
          <ListSearch label={t('search')} value={search.text} onChange={search.onChange} />
          <AuditFilters filters={filters} onChange={changes => setFilters(now => ({ ...now, ...changes }))} />
          {isFiltered && (
            <Button variant="ghost" icon={<FilterX size={16} />} onClick={clear}>
              {t('clear')}
            </Button>
          )}
        </ScreenHeader>
      }
    >
      <ListStates
        list={list}
        count={rows.length}
        rowHeight={rowHeight}
        rows={8}
        firstUse={
          isFiltered ? (
            <EmptyState
              icon={<ScrollText size={20} />}
              title={t('none')}
              action={
                isShort ? (
                  <GoOn busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()} />
                ) : (
                  <Button onClick={clear}>{t('clear')}</Button>
                )
              }
            >
              {lookedTo && isShort && t('lookedTo', { when: formatWhen(lookedTo) })}
            </EmptyState>
          ) : (
            <EmptyState icon={<ScrollText size={20} />} title={t('empty')} guided>
              {t('emptyHint')}
            </EmptyState>
          )
        }
      >
        <PagedRows
          list={isShort ? { ...list, hasNextPage: false } : list}
          label={t('title')}
          items={rows}
          rowHeight={rowHeight}
          activeIndex={-1}
          focusable
        >
          {entry => <AuditRow entry={entry} />}
        </PagedRows>
        {isShort && lookedTo && (
          <div className="flex flex-wrap items-center gap-3 py-3 text-ink-2 text-sm">
            <span role="status">{t('lookedTo', { when: formatWhen(lookedTo) })}</span>
            <GoOn busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()} />
          </div>
        )}
      </ListStates>
    </Screen>
  )
}

function GoOn({ busy, onClick }: { busy: boolean; onClick: () => void }) {
  const { t } = useTranslation('audit')
  return (
    <Button size="sm" loading={busy} onClick={onClick}>
      {t('goOn')}
    </Button>
  )
}

interface AuditFiltersProps {
  filters: Filters
  onChange: (changes: Partial<Filters>) => void
}

/** Shows the filters; on phones they can be collapsed, so that rows are in view. */
function AuditFilters(props: AuditFiltersProps) {
  const { t } = useTranslation('audit')
  const roomy = useMediaQuery('(min-width: 600px)')
  const [open, setOpen] = useState(false)
  return (
    <>
      {!roomy && (
        <Button
          icon={<SlidersHorizontal size={16} />}
          aria-expanded={open}
          className="w-full"
          onClick={() => setOpen(!open)}
        >
          {t('filters')}
        </Button>
      )}
      {(roomy || open) && <Fields {...props} />}
    </>
  )
}

function Fields({ filters, onChange }: AuditFiltersProps) {
  const { t } = useTranslation('audit')
  const people = useQuery(apiQuery(users.listAll)).data ?? []
  const kinds = AUDIT_SUBJECTS.map(subject => ({ value: subject, label: t(`kind.${subject}`) })).sort((a, b) =>
    a.label.localeCompare(b.label),
  )
  return (
    <div className="grid w-full grid-cols-2 gap-3 lg:grid-cols-4">
      <Field label={t('kindLabel')}>
        <Select
          value={filters.subject}
          placeholder={t('anyKind')}
          options={kinds}
          onChange={event => onChange({ subject: event.target.value })}
        />
      </Field>
      <Field label={t('personLabel')}>
        <Select
          value={filters.userId}
          placeholder={t('anyPerson')}
          options={people.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={event => onChange({ userId: event.target.value })}
        />
      </Field>
      <Field label={t('period')}>
        <PeriodInput
          isOptional
          max={dayOf(Date.now())}
          value={filters.dateFrom ? { from: filters.dateFrom, to: filters.dateTo } : undefined}
          onChange={period => onChange({ dateFrom: period?.from ?? '', dateTo: period?.to ?? '' })}
        />
      </Field>
    </div>
  )
}

function AuditRow({ entry }: { entry: AuditEntry }) {
  const { t } = useTranslation(['audit', 'company'])
  const changes = useFieldChanges()(entry.changes)
  const sentence = [auditSentence(t, entry), changes].filter(Boolean).join(' · ')
  const from = [entry.address, entry.browser].filter(Boolean).join(' · ')
  return (
    <ListRow active={false}>
      <span className="flex min-w-0 flex-1 flex-col gap-0.5">
        <span title={sentence} className="line-clamp-2 font-medium sm:line-clamp-1">
          {sentence}
        </span>
        <span title={from} className="flex min-w-0 gap-2 text-ink-2 text-sm">
          <span className="tabular shrink-0">{formatWhen(entry.at)}</span>
          <span className="truncate">{from}</span>
        </span>
      </span>
      {entry.support && <Badge tone="warning">{t('support')}</Badge>}
    </ListRow>
  )
}
