import { whatsapp } from '@balcao/shared/api/channels/whatsapp.ts'
import { queue } from '@balcao/shared/api/team/queue.ts'
import { users } from '@balcao/shared/api/team/users.ts'
import { capabilitiesOf } from '@balcao/shared/rules/capabilities.ts'
import { MAX_DAYS } from '@balcao/shared/rules/days.ts'
import { useQuery } from '@tanstack/react-query'
import { FilterX, ListFilter, SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#/components/ui/button.tsx'
import { MultiSelect } from '#/components/ui/combobox.tsx'
import { Field, Form, ToggleField } from '#/components/ui/field.tsx'
import { IconButton } from '#/components/ui/icon-button.tsx'
import { PeriodInput } from '#/components/ui/period-input.tsx'
import { Switch } from '#/components/ui/switch.tsx'
import { apiQuery } from '#/lib/queries.ts'
import { useMediaQuery } from '#/lib/use-media-query.ts'
import { ContactFilter } from './contact-filter.tsx'
import { type ReportFilters as Filters, isFiltered, plainFilters, STATUSES } from './report-search.ts'

interface ReportFiltersProps {
  filters: Filters
  onFilter: (filters: Filters) => void
}

/**
 * Shows the filters of the report, which take effect with their button. On phones they can be
 * collapsed, so that rows are in view.
 */
export function ReportFilters({ filters, onFilter }: ReportFiltersProps) {
  const { t } = useTranslation('ticketreport')
  const roomy = useMediaQuery('(min-width: 600px)')
  const [open, setOpen] = useState(false)
  return (
    <div className="w-full">
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
      {(roomy || open) && <Fields filters={filters} onFilter={onFilter} />}
    </div>
  )
}

function Fields({ filters, onFilter }: ReportFiltersProps) {
  const { t } = useTranslation('ticketreport')
  const [draft, setDraft] = useState<Filters>(filters)
  const set = (changes: Partial<Filters>) => setDraft(now => ({ ...now, ...changes }))
  const connections = useQuery(apiQuery(whatsapp.list)).data ?? []
  const people = useQuery(apiQuery(users.listAll)).data ?? []
  const queues = useQuery(apiQuery(queue.list)).data ?? []
  return (
    <Form
      aria-label={t('filters')}
      onSubmit={() => onFilter(draft)}
      className="mt-1 grid w-full grid-cols-1 items-start gap-3 sm:grid-cols-2 lg:grid-cols-4"
    >
      <Field label={t('contact.label')}>
        <ContactFilter value={draft} onChange={set} />
      </Field>
      <Field label={t('connections.label')}>
        <MultiSelect
          summary="count"
          placeholder={t('connections.any')}
          countLabel={count => t('connections.count', { count })}
          options={connections.map(({ id, name, channel }) => ({ value: id, label: name, channel }))}
          value={draft.connections}
          onChange={chosen => set({ connections: chosen })}
        />
      </Field>
      <Field label={t('status.label')}>
        <MultiSelect
          summary="count"
          placeholder={t('status.any')}
          countLabel={count => t('status.count', { count })}
          options={STATUSES.map(status => ({ value: status, label: t(`status.${status}`) }))}
          value={draft.status}
          onChange={chosen => set({ status: STATUSES.filter(status => chosen.includes(status)) })}
        />
      </Field>
      <Field label={t('users.label')}>
        <MultiSelect
          summary="count"
          placeholder={t('users.any')}
          countLabel={count => t('users.count', { count })}
          options={people.map(({ id, name }) => ({ value: id, label: name }))}
          value={draft.users}
          onChange={chosen => set({ users: chosen })}
        />
      </Field>
      <Field label={t('queues.label')}>
        <MultiSelect
          summary="count"
          placeholder={t('queues.any')}
          countLabel={count => t('queues.count', { count })}
          options={queues.map(({ id, name, color }) => ({ value: id, label: name, color }))}
          value={draft.queues}
          onChange={chosen => set({ queues: chosen })}
        />
      </Field>
      <Field label={t('period')}>
        <PeriodInput
          maxDays={MAX_DAYS}
          value={{ from: draft.from, to: draft.to }}
          onChange={period => period && set(period)}
        />
      </Field>
      <div className="flex min-h-control flex-wrap items-center gap-x-3 gap-y-2 sm:mt-6">
        <ToggleField label={t('onlyRated')}>
          <Switch checked={draft.rated} onCheckedChange={rated => set({ rated })} />
        </ToggleField>
        {(draft.fromAd || connections.some(each => capabilitiesOf(each).referrals)) && (
          <ToggleField label={t('fromAd')}>
            <Switch checked={draft.fromAd} onCheckedChange={fromAd => set({ fromAd })} />
          </ToggleField>
        )}
        <span className="ml-auto flex gap-2">
          {isFiltered(filters) && (
            <IconButton
              label={t('clear')}
              icon={<FilterX size={20} />}
              onClick={() => onFilter({ ...plainFilters(), from: filters.from, to: filters.to })}
            />
          )}
          <Button type="submit" icon={<ListFilter size={16} />}>
            {t('filter')}
          </Button>
        </span>
      </div>
    </Form>
  )
}
