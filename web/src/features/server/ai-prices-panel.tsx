import { aiPrices } from '@balcao/shared/api/automation/ai.ts'
import type { AiPrices } from '@balcao/shared/entities/ai-use.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#/components/ui/button.tsx'
import { ErrorState } from '#/components/ui/error-state.tsx'
import { Field, Form } from '#/components/ui/field.tsx'
import { Input } from '#/components/ui/input.tsx'
import { Skeleton } from '#/components/ui/skeleton.tsx'
import { Textarea } from '#/components/ui/textarea.tsx'
import { ApiError } from '#/lib/api-error.ts'
import { apiQuery, queryClient } from '#/lib/queries.ts'
import { api } from '#/lib/session.ts'
import { toast } from '#/lib/toast.ts'
import { readAiPrices, writeAiPrices } from './ai-price-rows.ts'

const query = apiQuery(aiPrices.get)

/** Edits the prices by which the use of AI models is shown and capped in money, for super users. */
export function AiPricesPanel() {
  const { t } = useTranslation('costs')
  const prices = useQuery(query)
  return (
    <section aria-labelledby="ai-prices">
      <h2 id="ai-prices" className="mb-1 font-semibold">
        {t('ai.title')}
      </h2>
      <p className="mb-3 text-ink-2 text-sm">{t('ai.hint')}</p>
      {prices.data ? (
        <AiPricesForm saved={prices.data} />
      ) : prices.isError || prices.isPaused ? (
        <ErrorState
          compact
          error={prices.error ?? new ApiError('ERR_NETWORK', 0)}
          onRetry={() => void prices.refetch()}
          retrying={prices.isFetching}
        />
      ) : (
        <Skeleton className="h-40" />
      )}
    </section>
  )
}

function AiPricesForm({ saved }: { saved: AiPrices }) {
  const { t } = useTranslation(['costs', 'common'])
  const [currency, setCurrency] = useState(saved.currency)
  const [text, setText] = useState(() => writeAiPrices(saved.prices))
  const [isTried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const { prices, problems } = readAiPrices(text)
  const isCurrency = /^[A-Z]{3}$/.test(currency)
  const [problem] = problems
  const save = async () => {
    setTried(true)
    if (problem || !isCurrency) return
    setBusy(true)
    try {
      queryClient.setQueryData(query.queryKey, await api(aiPrices.save, { body: { currency, prices } }))
      toast.success(t('prices.saved'))
    } catch (error) {
      toast.error(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Form busy={busy} onSubmit={() => void save()} className="gap-3">
      <Field label={t('ai.currency')} error={isTried && !isCurrency ? t('prices.currencyWrong') : undefined}>
        <Input
          className="w-24"
          autoComplete="off"
          maxLength={3}
          value={currency}
          onChange={event => setCurrency(event.target.value.toUpperCase())}
        />
      </Field>
      <Field
        label={t('ai.rows')}
        hint={t('ai.rowsHint')}
        error={isTried && problem ? t(`ai.problem.${problem.code}`, { line: problem.line }) : undefined}
      >
        <Textarea
          rows={6}
          spellCheck={false}
          className="tabular font-mono text-sm"
          placeholder={'gpt-4o-mini\t0,83\t3,30'}
          value={text}
          onChange={event => setText(event.target.value)}
        />
      </Field>
      <Button type="submit" variant="primary" className="self-start" loading={busy}>
        {t('ai.save')}
      </Button>
    </Form>
  )
}
