import { knowledge } from '@balcao/shared/api/automation/knowledge.ts'
import type { FoundPassage } from '@balcao/shared/entities/knowledge.ts'
import { useMutation } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Badge } from '#/components/ui/badge.tsx'
import { Button } from '#/components/ui/button.tsx'
import { EmptyState } from '#/components/ui/empty-state.tsx'
import { ErrorState } from '#/components/ui/error-state.tsx'
import { Field } from '#/components/ui/field.tsx'
import { Input } from '#/components/ui/input.tsx'
import { api } from '#/lib/session.ts'

/** Tries what an agent would find for a question; the trial is kept nowhere. */
export function TrySearch() {
  const { t } = useTranslation('prompts', { keyPrefix: 'knowledge' })
  const [text, setText] = useState('')
  const search = useMutation({
    mutationFn: (query: string) => api(knowledge.search, { body: { query, trial: true } }),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (text.trim() !== '') search.mutate(text.trim())
  }
  return (
    <div className="flex flex-col gap-4">
      <form onSubmit={submit} className="flex flex-wrap items-end gap-3">
        <div className="min-w-0 flex-1 basis-64">
          <Field label={t('try.label')} hint={t('try.hint')}>
            <Input value={text} maxLength={1000} autoComplete="off" onChange={event => setText(event.target.value)} />
          </Field>
        </div>
        <Button type="submit" variant="primary" icon={<Search size={16} />} loading={search.isPending}>
          {t('try.find')}
        </Button>
      </form>
      {search.isError && (
        <ErrorState error={search.error} onRetry={() => search.mutate(text.trim())} retrying={search.isPending} />
      )}
      {search.data && search.data.passages.length === 0 && (
        <EmptyState icon={<Search size={20} />} title={t('try.nothing')}>
          {t('try.nothingHint')}
        </EmptyState>
      )}
      {search.data && search.data.passages.length > 0 && (
        <section aria-label={t('try.found')} className="flex flex-col gap-3">
          <p className="text-ink-2 text-sm">{t(`try.by.${search.data.by}`)}</p>
          <ol className="flex flex-col gap-3">
            {search.data.passages.map(passage => (
              <Passage key={`${passage.documentId} ${passage.text}`} passage={passage} />
            ))}
          </ol>
        </section>
      )}
    </div>
  )
}

function Passage({ passage }: { passage: FoundPassage }) {
  const { t } = useTranslation('prompts', { keyPrefix: 'knowledge' })
  return (
    <li className="flex flex-col gap-1 rounded-md border border-line bg-surface p-3">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <h2 className="min-w-0 break-words font-medium">{passage.name}</h2>
        <Badge>{t('try.score', { share: Math.round(passage.score * 100) })}</Badge>
      </div>
      {passage.heading && <p className="text-ink-2 text-sm">{passage.heading}</p>}
      <p className="whitespace-pre-line break-words">{passage.text}</p>
    </li>
  )
}
