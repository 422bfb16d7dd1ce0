import { openapi } from '@balcao/shared/api/account/version.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Badge } from '#/components/ui/badge.tsx'
import { ErrorState } from '#/components/ui/error-state.tsx'
import { Skeleton } from '#/components/ui/skeleton.tsx'
import { SegmentedList, SegmentedTrigger, Tabs, TabsContent } from '#/components/ui/tabs.tsx'
import { api } from '#/lib/session.ts'
import { CodeBlock } from '../code-block.tsx'
import { type CodeLanguage, fileSampleOf, LANGUAGES, sampleOf } from '../code-samples.ts'
import { type DocumentedCall, documentedCalls } from './documented-calls.ts'

/** Shows the calls open to a connection's token, generated from the API contract. */
export function ApiDocumentation() {
  const { t } = useTranslation('messagesApi')
  const [language, setLanguage] = useState<CodeLanguage>('curl')
  const query = useQuery({
    queryKey: ['openapi'],
    queryFn: async () => documentedCalls(await api(openapi.get, {})),
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (query.isPending) return <Skeleton className="h-64" />
  if (!query.data)
    return <ErrorState error={query.error} onRetry={() => void query.refetch()} retrying={query.isFetching} />
  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-col gap-2 text-ink-2">
        <p>{t('docs.intro')}</p>
        <p>{t('docs.limits')}</p>
        <p>
          <a
            className="text-accent-ink underline touch:inline-flex touch:min-h-control touch:items-center"
            href="/api/openapi.json"
            target="_blank"
            rel="noreferrer"
          >
            OpenAPI 3.1
          </a>
        </p>
      </div>
      <Tabs value={language} onValueChange={value => setLanguage(value as CodeLanguage)}>
        <SegmentedList className="max-w-md" aria-label={t('docs.language')}>
          {LANGUAGES.map(each => (
            <SegmentedTrigger key={each} value={each}>
              {t(`docs.languages.${each}`)}
            </SegmentedTrigger>
          ))}
        </SegmentedList>
        <TabsContent value={language} className="mt-6 flex flex-col gap-6">
          {query.data.map(call => (
            <CallSection key={call.name} call={call} language={language} />
          ))}
        </TabsContent>
      </Tabs>
    </div>
  )
}

function CallSection({ call, language }: { call: DocumentedCall; language: CodeLanguage }) {
  const { t } = useTranslation('messagesApi')
  const token = t('docs.yourToken')
  const sample = {
    method: call.method,
    url: `${location.origin}/api${call.path}${call.search}`,
    ...(call.sample ? { body: call.sample } : {}),
  }
  return (
    <section aria-labelledby={`call-${call.name}`} className="flex flex-col gap-3 border-line border-t pt-5">
      <h2 id={`call-${call.name}`} className="flex flex-wrap items-center gap-2 font-semibold">
        <Badge tone={call.method === 'GET' ? 'info' : 'success'}>{call.method}</Badge>
        <code className="break-all font-mono text-sm">/api{call.path}</code>
      </h2>
      <p className="text-ink-2">{call.name in SUMMARIES ? t(`docs.calls.${call.name as Summarized}`) : call.summary}</p>
      <div className="overflow-x-auto">
        <table className="w-full table-fixed text-left text-sm">
          <thead>
            <tr className="border-line border-b text-ink-2">
              <th className="w-1/2 py-1.5 pr-4 font-medium">{t('docs.field')}</th>
              <th className="py-1.5 pr-4 font-medium">{t('docs.type')}</th>
              <th className="py-1.5 font-medium">{t('docs.required')}</th>
            </tr>
          </thead>
          <tbody>
            {call.fields.map(field => (
              <tr key={field.name} className="border-line border-b">
                <td className="break-words py-1.5 pr-4 font-mono">{field.name}</td>
                <td className="py-1.5 pr-4">{field.type}</td>
                <td className="py-1.5">{field.required ? t('docs.yes') : t('docs.no')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <CodeBlock code={sampleOf(language, sample, token)} />
      {call.fileField && (
        <>
          <p className="text-ink-2">{t('docs.withFile')}</p>
          <CodeBlock code={fileSampleOf(sample, call.fileField, token)} />
        </>
      )}
      <p className="text-ink-2 text-sm">
        {t('docs.answers', { status: call.status })}{' '}
        <code className="break-words font-mono">{call.errors.join(', ')}</code>
      </p>
    </section>
  )
}

/** Calls with a description in the reader's language. */
const SUMMARIES = {
  'messages.send': true,
  'external.contact': true,
  'external.ticket': true,
  'external.messages': true,
  'external.order': true,
} as const
type Summarized = keyof typeof SUMMARIES
