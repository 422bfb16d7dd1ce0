import { useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Badge } from '#/components/ui/badge.tsx'
import { ErrorState } from '#/components/ui/error-state.tsx'
import { Field } from '#/components/ui/field.tsx'
import { Input } from '#/components/ui/input.tsx'
import { Skeleton } from '#/components/ui/skeleton.tsx'
import { SegmentedList, SegmentedTrigger, Tabs, TabsContent } from '#/components/ui/tabs.tsx'
import { ApiError } from '#/lib/api-error.ts'
import type texts from '#/locales/pt/publicApi.json'
import { CodeBlock } from '../code-block.tsx'
import { type CodeLanguage, LANGUAGES, sampleOf } from '../code-samples.ts'
import { filledPath, type ReferenceCall, referenceCalls } from './reference-calls.ts'
import { TryCall } from './try-call.tsx'

const DOCUMENT = '/api/v1/openapi.json'

/** Shows every call of the public API, made of its OpenAPI document, and lets one try it. */
export function Reference() {
  const { t } = useTranslation('publicApi')
  const [language, setLanguage] = useState<CodeLanguage>('curl')
  // Only here, and never kept: whoever leaves the page takes it along.
  const [token, setToken] = useState('')
  const query = useQuery({ queryKey: ['v1-openapi'], queryFn: readCalls, staleTime: Number.POSITIVE_INFINITY })
  if (query.isPending) return <Skeleton className="h-64" />
  if (!query.data)
    return <ErrorState error={query.error} onRetry={() => void query.refetch()} retrying={query.isFetching} />
  const resources = [...Map.groupBy(query.data, ({ resource }) => resource)] as [Documented, ReferenceCall[]][]
  return (
    <div className="flex flex-col gap-6">
      <div className="flex max-w-prose flex-col gap-2 text-ink-2">
        <p>{t('reference.intro', { address: `${location.origin}/api/v1` })}</p>
        <p>{t('reference.rate')}</p>
        <p>{t('reference.keys')}</p>
        <p>{t('reference.lists')}</p>
        <p>
          <a
            className="text-accent-ink underline touch:inline-flex touch:min-h-control touch:items-center"
            href={DOCUMENT}
            target="_blank"
            rel="noreferrer"
          >
            OpenAPI 3.1
          </a>
        </p>
      </div>
      <Field label={t('reference.token')} hint={t('reference.tokenHint')} className="max-w-xl">
        <Input
          className="font-mono"
          autoComplete="off"
          spellCheck={false}
          placeholder="blc_test_…"
          value={token}
          onChange={event => setToken(event.target.value)}
        />
      </Field>
      <Tabs value={language} onValueChange={value => setLanguage(value as CodeLanguage)}>
        <SegmentedList className="max-w-md" aria-label={t('reference.language')}>
          {LANGUAGES.map(each => (
            <SegmentedTrigger key={each} value={each}>
              {t(`reference.languages.${each}`)}
            </SegmentedTrigger>
          ))}
        </SegmentedList>
        <TabsContent value={language} className="mt-6 flex flex-col gap-8">
          {resources.map(([resource, calls]) => (
            <section key={resource} aria-labelledby={`resource-${resource}`}>
              <h2 id={`resource-${resource}`} className="mb-2 font-semibold text-lg">
                {t(`resources.${resource}`)}
              </h2>
              <ul className="flex flex-col divide-y divide-line rounded-md border border-line bg-surface">
                {calls.map(call => (
                  <CallRow key={call.name} call={call} language={language} token={token} />
                ))}
              </ul>
            </section>
          ))}
        </TabsContent>
      </Tabs>
    </div>
  )
}

async function readCalls(): Promise<ReferenceCall[]> {
  const response = await fetch(DOCUMENT).catch(() => undefined)
  if (!response?.ok) throw new ApiError('ERR_NETWORK', response?.status ?? 0)
  return referenceCalls((await response.json()) as object)
}

/** Resources and operations by whose names the page has a text. */
type Documented = keyof typeof texts.resources
type Operation = keyof typeof texts.operations

const TONES = { GET: 'info', POST: 'success', PUT: 'warning', DELETE: 'danger' } as const

interface CallProps {
  call: ReferenceCall
  language: CodeLanguage
  token: string
}

function CallRow({ call, language, token }: CallProps) {
  const { t } = useTranslation('publicApi')
  const [open, setOpen] = useState(false)
  const id = useId()
  return (
    <li>
      <button
        type="button"
        className="flex w-full items-center gap-3 px-3 py-2.5 text-left hover:bg-hover"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(now => !now)}
      >
        <Badge tone={TONES[call.method as keyof typeof TONES]} className="w-16 justify-center">
          {call.method}
        </Badge>
        <span className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-3">
          <code className="break-all font-mono text-sm">{call.path}</code>
          <span className="text-ink-2 text-sm">{t(`operations.${call.operation as Operation}`)}</span>
        </span>
        <ChevronDown aria-hidden size={16} className={`icon flex-none ${open ? 'rotate-180' : ''}`} />
      </button>
      {open && (
        <div id={id} className="flex flex-col gap-4 border-line border-t px-3 py-4">
          <CallDetails call={call} language={language} token={token} />
        </div>
      )}
    </li>
  )
}

function CallDetails({ call, language, token }: CallProps) {
  const { t } = useTranslation('publicApi')
  const sample = {
    method: call.method,
    url: `${location.origin}/api${filledPath(call, call.values)}`,
    ...(call.body ? { body: call.body } : {}),
  }
  return (
    <>
      <p lang="en">{call.summary}</p>
      <p className="text-ink-2 text-sm">
        {t('reference.scope')} <code className="font-mono">{call.scope ?? t('reference.anyScope')}</code>
      </p>
      {call.fields.length > 0 && <FieldTable call={call} />}
      <h3 className="font-medium">{t('reference.example')}</h3>
      <CodeBlock code={sampleOf(language, sample, t('reference.yourToken'))} />
      <h3 className="font-medium">{t('reference.answer', { status: call.status })}</h3>
      {call.answer !== undefined && <CodeBlock code={JSON.stringify(call.answer, null, 2)} />}
      <p className="text-ink-2 text-sm">
        {t('reference.errors')} <code className="break-words font-mono">{call.errors.join(', ')}</code>
      </p>
      <TryCall call={call} token={token} />
    </>
  )
}

function FieldTable({ call }: { call: ReferenceCall }) {
  const { t } = useTranslation('publicApi')
  return (
    <div className="overflow-x-auto">
      <table className="w-full text-left text-sm">
        <thead>
          <tr className="border-line border-b text-ink-2">
            <th className="py-1.5 pr-4 font-medium">{t('reference.field')}</th>
            <th className="py-1.5 pr-4 font-medium">{t('reference.place')}</th>
            <th className="py-1.5 font-medium">{t('reference.type')}</th>
          </tr>
        </thead>
        <tbody>
          {call.fields.map(({ name, place, type, required, hint }) => (
            <tr key={`${place} ${name}`} className="border-line border-b align-top">
              <td className="py-1.5 pr-4">
                <code className="font-mono">{name}</code>
                {required && <span className="ml-1.5 text-ink-2">{t('reference.required')}</span>}
              </td>
              <td className="py-1.5 pr-4">{t(`reference.places.${place}`)}</td>
              <td className="break-words py-1.5">
                <code className="font-mono">{type}</code>
                {hint && (
                  <span lang="en" className="block text-ink-2">
                    {hint}
                  </span>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
