import { companies } from '@balcao/shared/api/company/companies.ts'
import { DEFAULT_SCHEDULES, type WeekdaySchedule } from '@balcao/shared/entities/working-hours.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { areTimes, HoursEditor } from '#/components/hours-editor.tsx'
import { Button } from '#/components/ui/button.tsx'
import { ErrorState } from '#/components/ui/error-state.tsx'
import { Skeleton } from '#/components/ui/skeleton.tsx'
import { apiQuery, queryClient } from '#/lib/queries.ts'
import { api, useUser } from '#/lib/session.ts'
import { toast } from '#/lib/toast.ts'

/** Edits the company's own working hours. */
export function CompanyHours() {
  const { t } = useTranslation(['company', 'common'])
  const { companyId } = useUser()
  const company = useQuery(apiQuery(companies.get, { params: { id: companyId } }))
  const [edited, setEdited] = useState<WeekdaySchedule[] | null>(null)
  const save = useMutation({
    mutationFn: (schedules: WeekdaySchedule[]) =>
      api(companies.updateSchedules, { params: { id: companyId }, body: { schedules } }),
    onSuccess: saved => {
      queryClient.setQueryData(apiQuery(companies.get, { params: { id: companyId } }).queryKey, saved)
      setEdited(null)
      toast.success(t('hoursUpdated'))
    },
    onError: toast.error,
  })
  if (company.isPending) return <Skeleton className="h-80" />
  if (company.isError && !company.data)
    return <ErrorState error={company.error} onRetry={() => void company.refetch()} retrying={company.isFetching} />
  const stored = company.data.schedules.length > 0 ? company.data.schedules : DEFAULT_SCHEDULES
  const value = edited ?? stored
  return (
    <div>
      <p className="mb-3 text-ink-2">{t('hoursHint')}</p>
      <div className="rounded-md border border-line bg-surface px-4 py-2">
        <HoursEditor value={value} onChange={setEdited} />
      </div>
      <div className="mt-4 flex justify-end gap-2">
        {edited && (
          <Button variant="ghost" onClick={() => setEdited(null)}>
            {t('common:action.cancel')}
          </Button>
        )}
        <Button
          variant="primary"
          loading={save.isPending}
          disabled={edited === null}
          // What is no time says so at its field.
          onClick={() => areTimes(value) && save.mutate(value)}
        >
          {t('common:action.save')}
        </Button>
      </div>
    </div>
  )
}
