import { promptVersions } from '@balcao/shared/api/automation/prompt-tests.ts'
import { prompts } from '@balcao/shared/api/automation/prompts.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '#/components/ui/error-state.tsx'
import { Screen, ScreenHeader } from '#/components/ui/screen-header.tsx'
import { Skeleton } from '#/components/ui/skeleton.tsx'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '#/components/ui/tabs.tsx'
import { apiQuery } from '#/lib/queries.ts'
import { useTab } from '#/lib/use-tab.ts'
import { CaseList } from './case-list.tsx'
import { RunList } from './run-list.tsx'
import { VersionList } from './version-list.tsx'

/** Shows an agent's versions, its test cases, and what they answered to them. */
export function TestsScreen({ promptId }: { promptId: string }) {
  const { t } = useTranslation('prompts', { keyPrefix: 'tests' })
  const [tab, setTab] = useTab(['cases', 'runs', 'versions'])
  const agent = useQuery(apiQuery(prompts.get, { params: { id: promptId } }))
  const versions = useQuery(apiQuery(promptVersions.list, { params: { id: promptId } }))
  const failed = [agent, versions].find(({ isError }) => isError)
  return (
    <Screen
      narrow
      header={
        <>
          <Link
            to="/prompts"
            className="mb-1 inline-flex items-center gap-1 text-ink-2 text-sm hover:text-ink touch:min-h-control"
          >
            <ArrowLeft size={14} className="icon" />
            {t('back')}
          </Link>
          <ScreenHeader title={agent.data ? t('titleOf', { name: agent.data.name }) : t('title')} />
        </>
      }
    >
      {failed ? (
        <ErrorState error={failed.error} onRetry={() => void failed.refetch()} retrying={failed.isFetching} />
      ) : agent.data && versions.data ? (
        <Tabs value={tab} onValueChange={setTab}>
          <TabsList className="mb-4">
            <TabsTrigger value="cases">{t('tab.cases')}</TabsTrigger>
            <TabsTrigger value="runs">{t('tab.runs')}</TabsTrigger>
            <TabsTrigger value="versions">{t('tab.versions')}</TabsTrigger>
          </TabsList>
          <TabsContent value="cases">
            <CaseList promptId={promptId} versions={versions.data} onRun={() => setTab('runs')} />
          </TabsContent>
          <TabsContent value="runs">
            <RunList promptId={promptId} versions={versions.data} />
          </TabsContent>
          <TabsContent value="versions">
            <VersionList agent={agent.data} versions={versions.data} />
          </TabsContent>
        </Tabs>
      ) : (
        <Skeleton className="h-64" />
      )}
    </Screen>
  )
}
