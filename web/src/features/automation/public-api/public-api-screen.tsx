import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Screen, ScreenHeader } from '#/components/ui/screen-header.tsx'
import { Skeleton } from '#/components/ui/skeleton.tsx'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '#/components/ui/tabs.tsx'
import { lazyPart } from '#/lib/lazy-part.ts'
import { useTab } from '#/lib/use-tab.ts'
import { TokenList } from './token-list.tsx'

const Reference = lazyPart(() => import('./reference.tsx').then(file => file.Reference))

/** Shows the public API: its tokens, and the reference of its calls. */
export function PublicApiScreen() {
  const { t } = useTranslation('publicApi')
  const [tab, setTab] = useTab(['tokens', 'reference'])
  return (
    <Screen narrow header={<ScreenHeader title={t('title')} />}>
      <Tabs value={tab} onValueChange={setTab}>
        <TabsList className="mb-4">
          <TabsTrigger value="tokens">{t('tab.tokens')}</TabsTrigger>
          <TabsTrigger value="reference">{t('tab.reference')}</TabsTrigger>
        </TabsList>
        <TabsContent value="tokens">
          <TokenList />
        </TabsContent>
        <TabsContent value="reference">
          <Suspense fallback={<Skeleton className="h-64" />}>
            <Reference />
          </Suspense>
        </TabsContent>
      </Tabs>
    </Screen>
  )
}
