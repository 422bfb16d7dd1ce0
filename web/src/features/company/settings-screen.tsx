import type { PlanFlag } from '@balcao/shared/access.ts'
import { settings } from '@balcao/shared/api/company/settings.ts'
import { DEFAULT_SETTINGS, type Setting, type SettingKey } from '@balcao/shared/entities/setting.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#/components/ui/button.tsx'
import { ErrorState } from '#/components/ui/error-state.tsx'
import { Screen, ScreenHeader } from '#/components/ui/screen-header.tsx'
import { Skeleton } from '#/components/ui/skeleton.tsx'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '#/components/ui/tabs.tsx'
import { lazyPart } from '#/lib/lazy-part.ts'
import { useMayAccess } from '#/lib/permissions.ts'
import { apiQuery, queryClient } from '#/lib/queries.ts'
import { api, updateSessionUser } from '#/lib/session.ts'
import { toast } from '#/lib/toast.ts'
import { usePlan } from '#/lib/use-plan.ts'
import { useTab } from '#/lib/use-tab.ts'
import { BirthdayTemplate } from './birthday-template.tsx'
import { CompanyHolidays } from './company-holidays.tsx'
import { CompanyHours } from './company-hours.tsx'
import { ErpSection } from './erp-section.tsx'
import { ExportCompany } from './export-company.tsx'
import { SettingRow, type ShownSetting } from './setting-row.tsx'

type Group = {
  key: 'service' | 'hours' | 'whatsapp' | 'sales' | 'ai' | 'region' | 'security'
  settings: ShownSetting[]
  /** Plan flag without which it is hidden. */
  plan?: PlanFlag
}

const groups: Group[] = [
  {
    key: 'service',
    settings: [
      'userRating',
      'signMessages',
      'sendGreetingAccepted',
      'sendMsgTransfTicket',
      'newTicketChatForDay',
      'sendGreetingMessageOneQueues',
      'chatBotType',
      'linkPreviews',
    ],
  },
  { key: 'hours', settings: ['scheduleType', 'finishTicketOutFourHours'] },
  { key: 'whatsapp', settings: ['call', 'CheckMsgIsGroup'] },
  { key: 'sales', settings: ['deliveryMethods', 'storePattern', 'birthdayMessage'], plan: 'useSales' },
  { key: 'ai', settings: ['copilotSummaries'], plan: 'useOpenAi' },
  { key: 'region', settings: ['timezone'] },
  { key: 'security', settings: ['hideNumbers', 'requireSecondFactor', 'refuseWeakPasswords', 'revealUnknownEmail'] },
]

type Tab = 'options' | 'hours' | 'holidays' | 'goals' | 'fields' | 'companies' | 'plans' | 'helps'

const CompanyGoals = lazyPart(() => import('./company-goals.tsx').then(file => file.CompanyGoals), 'ticketDetails')
const CompanyFields = lazyPart(() => import('./company-fields.tsx').then(file => file.CompanyFields), 'fields')
const PlansPanel = lazyPart(() => import('./plans-panel.tsx').then(file => file.PlansPanel), 'plans')

const listKey = apiQuery(settings.list).queryKey

/**
 * Edits the company's settings. Each change is saved as it is made; the switch moves at once and
 * goes back if the server refuses.
 */
export function SettingsScreen() {
  const { t } = useTranslation('company')
  const list = useQuery(apiQuery(settings.list))
  const plan = usePlan()
  const shown = groups.filter(group => !group.plan || plan?.[group.plan])
  const settingValue = (key: SettingKey) => list.data?.find(each => each.key === key)?.value ?? DEFAULT_SETTINGS[key]
  const put = (setting: Setting) => {
    const replaced = (all: readonly Setting[]) => [...all.filter(each => each.key !== setting.key), setting]
    queryClient.setQueryData(listKey, now => replaced(now ?? []))
    updateSessionUser(user => ({
      ...user,
      company: { ...user.company, settings: replaced(user.company.settings) },
    }))
  }
  const change = useMutation({
    mutationFn: ({ key, value }: { key: SettingKey; value: string }) =>
      api(settings.update, { params: { key }, body: { value } }),
    onMutate: async ({ key, value }) => {
      await queryClient.cancelQueries({ queryKey: listKey })
      const before = settingValue(key)
      put({ key, value })
      return before
    },
    onSuccess: () => toast.success(t('updated')),
    onError: (error, { key }, before) => {
      if (before !== undefined) put({ key, value: before })
      toast.error(error)
    },
  })
  const isSuper = useMayAccess('super')
  const hours = settingValue('scheduleType')
  const byCompany = hours === 'company'
  const asked = hours !== 'disabled'
  /** In the order of the tab bar; a new tab is one more line here. */
  const tabs: { key: Tab; isShown: boolean; content: ReactNode }[] = [
    {
      key: 'options',
      isShown: true,
      content: (
        <>
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
                {group.key === 'sales' && settingValue('birthdayMessage').trim() !== '' && (
                  <BirthdayTemplate value={settingValue('birthdayTemplate')} onSaved={put} />
                )}
              </div>
            </section>
          ))}
          <ErpSection settings={list.data ?? []} onSaved={put} />
          <ExportCompany />
        </>
      ),
    },
    { key: 'hours', isShown: byCompany, content: <CompanyHours /> },
    { key: 'holidays', isShown: asked, content: <CompanyHolidays /> },
    {
      key: 'goals',
      isShown: true,
      content: (
        <Suspense>
          <CompanyGoals />
        </Suspense>
      ),
    },
    {
      key: 'fields',
      isShown: true,
      content: (
        <Suspense>
          <CompanyFields />
        </Suspense>
      ),
    },
    { key: 'companies', isShown: isSuper, content: <Elsewhere of="companies" to="/companys" /> },
    {
      key: 'plans',
      isShown: isSuper,
      content: (
        <Suspense>
          <PlansPanel />
        </Suspense>
      ),
    },
    { key: 'helps', isShown: isSuper, content: <Elsewhere of="helps" to="/helps" /> },
  ]
  const open = tabs.filter(({ isShown }) => isShown)
  const [tab, setTab] = useTab(open.map(({ key }) => key))

  return (
    <Screen narrow header={<ScreenHeader title={t('title')} />}>
      {list.isPending ? (
        <div className="flex flex-col gap-4 pt-4">
          {['a', 'b', 'c', 'd', 'e', 'f'].map(key => (
            <Skeleton key={key} className="h-12" />
          ))}
        </div>
      ) : list.isError && !list.data ? (
        <ErrorState error={list.error} onRetry={() => void list.refetch()} retrying={list.isFetching} />
      ) : (
        <Tabs value={tab} onValueChange={setTab}>
          <TabsList className="mb-2">
            {open.map(({ key }) => (
              <TabsTrigger key={key} value={key}>
                {t(`tab.${key}`)}
              </TabsTrigger>
            ))}
          </TabsList>
          {open.map(({ key, content }) => (
            <TabsContent key={key} value={key} className={key === 'options' ? undefined : 'pt-3'}>
              {content}
            </TabsContent>
          ))}
        </Tabs>
      )}
    </Screen>
  )
}

/** Shows the link of a tab whose rows have a screen of their own. */
function Elsewhere({ of, to }: { of: 'companies' | 'helps'; to: '/companys' | '/helps' }) {
  const { t } = useTranslation('company')
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-md border border-line bg-surface p-4">
      <p className="text-ink-2">{t(`elsewhere.${of}.hint`)}</p>
      <Button asChild>
        <Link to={to}>{t(`elsewhere.${of}.open`)}</Link>
      </Button>
    </div>
  )
}
