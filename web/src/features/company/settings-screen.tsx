import type { PlanFlag } from '@balcao/shared/access.ts'
import { settings } from '@balcao/shared/api/company/settings.ts'
import { DEFAULT_SETTINGS, type SettingKey } from '@balcao/shared/entities/setting.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '#/components/ui/error-state.tsx'
import { Page, PageHeader } from '#/components/ui/page-header.tsx'
import { Skeleton } from '#/components/ui/skeleton.tsx'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '#/components/ui/tabs.tsx'
import { apiQuery, queryClient } from '#/lib/queries.ts'
import { api, updateSessionUser } from '#/lib/session.ts'
import { toast } from '#/lib/toast.ts'
import { usePlan } from '#/lib/use-plan.ts'
import { CompanyHolidays } from './company-holidays.tsx'
import { CompanyHours } from './company-hours.tsx'
import { SettingRow } from './setting-row.tsx'

type Group = {
  key: 'service' | 'hours' | 'whatsapp' | 'sales' | 'region' | 'security'
  settings: SettingKey[]
  /** Plan flag without which it is absent. */
  plan?: PlanFlag
}

const groups: Group[] = [
  {
    key: 'service',
    settings: [
      'userRating',
      'sendGreetingAccepted',
      'sendMsgTransfTicket',
      'newTicketChatForDay',
      'sendGreetingMessageOneQueues',
      'chatBotType',
    ],
  },
  { key: 'hours', settings: ['scheduleType', 'finishTicketOutFourHours'] },
  { key: 'whatsapp', settings: ['call', 'CheckMsgIsGroup'] },
  { key: 'sales', settings: ['deliveryMethods', 'storePattern', 'birthdayMessage'], plan: 'useSales' },
  { key: 'region', settings: ['timezone'] },
  { key: 'security', settings: ['refuseWeakPasswords'] },
]

const listKey = apiQuery(settings.list).queryKey

/** Each change is saved as it is made; the switch moves at once and goes back if the server refuses. */
export function SettingsScreen() {
  const { t } = useTranslation('company')
  const list = useQuery(apiQuery(settings.list))
  const plan = usePlan()
  const shown = groups.filter(group => !group.plan || plan?.[group.plan])
  const settingValue = (key: SettingKey) => list.data?.find(each => each.key === key)?.value ?? DEFAULT_SETTINGS[key]
  const put = (key: string, value: string) => {
    queryClient.setQueryData(listKey, now => [...(now ?? []).filter(each => each.key !== key), { key, value }])
    updateSessionUser(user => ({
      ...user,
      company: {
        ...user.company,
        settings: [...user.company.settings.filter(each => each.key !== key), { key, value }],
      },
    }))
  }
  const change = useMutation({
    mutationFn: ({ key, value }: { key: SettingKey; value: string }) =>
      api(settings.update, { params: { key }, body: { value } }),
    onMutate: async ({ key, value }) => {
      await queryClient.cancelQueries({ queryKey: listKey })
      const before = settingValue(key)
      put(key, value)
      return before
    },
    onSuccess: () => toast.success(t('updated')),
    onError: (error, { key }, before) => {
      if (before !== undefined) put(key, before)
      toast.error(error)
    },
  })
  const hours = settingValue('scheduleType')
  const byCompany = hours === 'company'
  const asked = hours !== 'disabled'

  return (
    <Page narrow header={<PageHeader title={t('title')} />}>
      {list.isPending ? (
        <div className="flex flex-col gap-4 pt-4">
          {['a', 'b', 'c', 'd', 'e', 'f'].map(key => (
            <Skeleton key={key} className="h-12" />
          ))}
        </div>
      ) : list.isError && !list.data ? (
        <ErrorState error={list.error} onRetry={() => void list.refetch()} retrying={list.isFetching} />
      ) : (
        <Tabs defaultValue="options">
          <TabsList className="mb-2">
            <TabsTrigger value="options">{t('tab.options')}</TabsTrigger>
            {byCompany && <TabsTrigger value="hours">{t('tab.hours')}</TabsTrigger>}
            {asked && <TabsTrigger value="holidays">{t('tab.holidays')}</TabsTrigger>}
          </TabsList>
          <TabsContent value="options">
            {shown.map(group => (
              <section key={group.key} className="pt-5">
                <h2 className="mb-1 font-semibold">{t(`group.${group.key}`)}</h2>
                <div className="rounded-md border border-line bg-surface">
                  {group.settings.map(key => (
                    <SettingRow
                      key={key}
                      setting={key}
                      value={settingValue(key)}
                      onChange={value => change.mutate({ key, value })}
                    />
                  ))}
                </div>
              </section>
            ))}
          </TabsContent>
          {byCompany && (
            <TabsContent value="hours" className="pt-3">
              <CompanyHours />
            </TabsContent>
          )}
          {asked && (
            <TabsContent value="holidays" className="pt-3">
              <CompanyHolidays />
            </TabsContent>
          )}
        </Tabs>
      )}
    </Page>
  )
}
