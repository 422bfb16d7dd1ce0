import { messagePrices } from '@balcao/shared/api/company/message-prices.ts'
import type { MessagePrices } from '@balcao/shared/entities/message-cost.ts'
import { PRICE_CATEGORIES } from '@balcao/shared/events/queues.ts'
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
import { type PriceProblem, readPriceRows, writePriceRows } from './price-rows.ts'

const query = apiQuery(messagePrices.get)

/** Lets a super user keep the prices by which messages over official numbers are told in money. */
export function MessagePricesPanel() {
  const { t } = useTranslation('costs')
  const prices = useQuery(query)
  return (
    <section aria-labelledby="message-prices">
      <h2 id="message-prices" className="mb-1 font-semibold">
        {t('prices.title')}
      </h2>
      <p className="mb-3 text-ink-2 text-sm">{t('prices.hint')}</p>
      {prices.data ? (
        <PricesForm saved={prices.data} />
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

function PricesForm({ saved }: { saved: MessagePrices }) {
  const { t } = useTranslation(['costs', 'common'])
  const [currency, setCurrency] = useState(saved.currency)
  const [text, setText] = useState(() => writePriceRows(saved.prices))
  const [isTried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const { prices, problems } = readPriceRows(text)
  const categories = PRICE_CATEGORIES.map(name => `${name} (${t(`category.${name}`)})`).join(', ')
  const isCurrency = /^[A-Z]{3}$/.test(currency)
  const problemText = ({ line, code }: PriceProblem) => t(`prices.problem.${code}`, { line, categories })
  const save = async () => {
    setTried(true)
    if (problems.length > 0 || !isCurrency) return
    setBusy(true)
    try {
      queryClient.setQueryData(query.queryKey, await api(messagePrices.save, { body: { currency, prices } }))
      toast.success(t('prices.saved'))
    } catch (error) {
      toast.error(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Form busy={busy} onSubmit={() => void save()} className="gap-3">
      <Field label={t('prices.currency')} error={isTried && !isCurrency ? t('prices.currencyWrong') : undefined}>
        <Input
          className="w-24"
          autoComplete="off"
          maxLength={3}
          value={currency}
          onChange={event => setCurrency(event.target.value.toUpperCase())}
        />
      </Field>
      <Field
        label={t('prices.rows')}
        hint={t('prices.rowsHint', { categories })}
        error={isTried && problems[0] ? problemText(problems[0]) : undefined}
      >
        <Textarea
          rows={6}
          spellCheck={false}
          className="tabular font-mono text-sm"
          placeholder={'55\tmarketing\t0,3125'}
          value={text}
          onChange={event => setText(event.target.value)}
        />
      </Field>
      <Button type="submit" variant="primary" className="self-start" loading={busy}>
        {t('common:action.save')}
      </Button>
    </Form>
  )
}
