import { useTranslation } from 'react-i18next'
import { Screen, ScreenHeader } from '#/components/ui/screen-header.tsx'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '#/components/ui/tabs.tsx'
import { useTab } from '#/lib/use-tab.ts'
import { ApiDocumentation } from './api-documentation.tsx'
import { ApiTest } from './api-test.tsx'
import { ApiTokens } from './api-tokens.tsx'
import { WebhookList } from './webhook-list.tsx'

/** Shows the public API: its calls, a test, its tokens, and its webhooks. */
export function MessagesApiScreen() {
  const { t } = useTranslation('messagesApi')
  const [tab, setTab] = useTab(['docs', 'test', 'tokens', 'webhooks'])
  return (
    <Screen narrow header={<ScreenHeader title={t('title')} />}>
      <Tabs value={tab} onValueChange={setTab}>
        <TabsList className="mb-4">
          <TabsTrigger value="docs">{t('tab.docs')}</TabsTrigger>
          <TabsTrigger value="test">{t('tab.test')}</TabsTrigger>
          <TabsTrigger value="tokens">{t('tab.tokens')}</TabsTrigger>
          <TabsTrigger value="webhooks">{t('tab.webhooks')}</TabsTrigger>
        </TabsList>
        <TabsContent value="docs">
          <ApiDocumentation />
        </TabsContent>
        <TabsContent value="test">
          <ApiTest />
        </TabsContent>
        <TabsContent value="tokens">
          <ApiTokens />
        </TabsContent>
        <TabsContent value="webhooks">
          <WebhookList />
        </TabsContent>
      </Tabs>
    </Screen>
  )
}
