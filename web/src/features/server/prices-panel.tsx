import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PendingState } from '#/components/pending-state.tsx'
import { Button } from '#/components/ui/button.tsx'
import { Field, Form } from '#/components/ui/field.tsx'
import { Input } from '#/components/ui/input.tsx'
import { Textarea } from '#/components/ui/textarea.tsx'
import { toast } from '#/lib/toast.ts'

interface PriceTable<Price> {
  /** Currency code (ISO 4217). */
  currency: string
  prices: Price[]
}

interface PricesFormProps<Price, Problem> {
  onSave: (table: PriceTable<Price>) => Promise<unknown>
  read: (text: string) => { prices: Price[]; problems: Problem[] }
  write: (prices: readonly Price[]) => string
  problemText: (problem: Problem) => string
  currencyLabel: string
  rowsLabel: string
  rowsHint: string
  /** Example of a line. */
  placeholder: string
  saveLabel: string
}

interface PricesPanelProps<Price, Problem> extends PricesFormProps<Price, Problem> {
  /** Id of the heading. */
  id: string
  title: string
  hint: string
  query: UseQueryResult<PriceTable<Price>>
}

/** Edits a table of prices as text, one price a line. Its screen loads the texts `costs`. */
export function PricesPanel<Price, Problem>({ id, title, hint, query, ...form }: PricesPanelProps<Price, Problem>) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-1 font-semibold">
        {title}
      </h2>
      <p className="mb-3 text-ink-2 text-sm">{hint}</p>
      {query.data ? <PricesForm saved={query.data} {...form} /> : <PendingState query={query} className="h-40" />}
    </section>
  )
}

function PricesForm<Price, Problem>(props: PricesFormProps<Price, Problem> & { saved: PriceTable<Price> }) {
  const { saved, onSave, read, write, problemText } = props
  const { t } = useTranslation('costs')
  const [currency, setCurrency] = useState(saved.currency)
  const [text, setText] = useState(() => write(saved.prices))
  const [isTried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const { prices, problems } = read(text)
  const [problem] = problems
  const isCurrency = /^[A-Z]{3}$/.test(currency)
  const save = async () => {
    setTried(true)
    if (problem || !isCurrency) return
    setBusy(true)
    try {
      await onSave({ currency, prices })
      toast.success(t('prices.saved'))
    } catch (error) {
      toast.error(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Form busy={busy} onSubmit={() => void save()} className="gap-3">
      <Field label={props.currencyLabel} error={isTried && !isCurrency ? t('prices.currencyWrong') : undefined}>
        <Input
          className="w-24"
          autoComplete="off"
          maxLength={3}
          value={currency}
          onChange={event => setCurrency(event.target.value.toUpperCase())}
        />
      </Field>
      <Field
        label={props.rowsLabel}
        hint={props.rowsHint}
        error={isTried && problem ? problemText(problem) : undefined}
      >
        <Textarea
          rows={6}
          spellCheck={false}
          className="tabular font-mono text-sm"
          placeholder={props.placeholder}
          value={text}
          onChange={event => setText(event.target.value)}
        />
      </Field>
      <Button type="submit" variant="primary" className="self-start" loading={busy}>
        {props.saveLabel}
      </Button>
    </Form>
  )
}
