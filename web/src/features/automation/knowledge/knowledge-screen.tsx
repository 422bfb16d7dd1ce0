import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Screen, ScreenHeader } from '#/components/ui/screen-header.tsx'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '#/components/ui/tabs.tsx'
import { useTab } from '#/lib/use-tab.ts'
import { DocumentList } from './document-list.tsx'
import type { Draft } from './draft.ts'
import { QuestionList } from './question-list.tsx'
import { TrySearch } from './try-search.tsx'

/** Shows the company's documents, a trial of what is found in them, and what was asked. */
export function KnowledgeScreen() {
  const { t } = useTranslation('prompts', { keyPrefix: 'knowledge' })
  const [tab, setTab] = useTab(['documents', 'try', 'questions'])
  const [draft, setDraft] = useState<Draft>(null)
  return (
    <Screen narrow header={<ScreenHeader title={t('title')} />}>
      <Tabs value={tab} onValueChange={setTab}>
        <TabsList className="mb-4">
          <TabsTrigger value="documents">{t('tab.documents')}</TabsTrigger>
          <TabsTrigger value="try">{t('tab.try')}</TabsTrigger>
          <TabsTrigger value="questions">{t('tab.questions')}</TabsTrigger>
        </TabsList>
        <TabsContent value="documents">
          <DocumentList draft={draft} onDraftDone={() => setDraft(null)} />
        </TabsContent>
        <TabsContent value="try">
          <TrySearch />
        </TabsContent>
        <TabsContent value="questions">
          <QuestionList
            onWrite={gap => {
              setDraft(gap)
              setTab('documents')
            }}
          />
        </TabsContent>
      </Tabs>
    </Screen>
  )
}
