import type { prompts } from '@balcao/shared/api/automation/prompts.ts'
import { stores } from '@balcao/shared/api/catalog/stores.ts'
import { PROMPT_HOURS, PROMPT_TOOLS, type PromptTool } from '@balcao/shared/entities/prompt.ts'
import { useQuery } from '@tanstack/react-query'
import { type Control, Controller, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { SwitchField } from '#/components/switch-field.tsx'
import { Field } from '#/components/ui/field.tsx'
import { MoneyInput } from '#/components/ui/money-input.tsx'
import { Select } from '#/components/ui/select.tsx'
import { fieldError } from '#/lib/field-error.ts'
import { apiQuery } from '#/lib/queries.ts'
import { usePlan } from '#/lib/use-plan.ts'

type Body = typeof prompts.create.body
type FormControl = Control<z.input<Body>, unknown, z.output<Body>>

/** Tools that need a plan with selling. */
const OF_SALES: readonly PromptTool[] = [
  'catalogue',
  'pictures',
  'cart',
  'delivery',
  'coupon',
  'customer',
  'orderStatus',
]

/** Edits an agent's tools, store, orders, knowledge and hours. */
export function ToolsSection({ control }: { control: FormControl }) {
  const { t } = useTranslation('prompts')
  const plan = usePlan()
  const sells = plan?.useSales === true
  const [hasCart, mayFinish] = useWatch({ control, name: ['tools.cart', 'mayFinishOrders'] })
  return (
    <fieldset className="flex flex-col gap-3 border-line border-t pt-4">
      <legend className="float-left w-full font-semibold">{t('tools.title')}</legend>
      <p className="text-ink-2 text-sm">{t(sells || !plan ? 'tools.hint' : 'tools.noSales')}</p>
      <div className="grid gap-3 sm:grid-cols-2">
        {PROMPT_TOOLS.map(tool => (
          <SwitchField
            key={tool}
            control={control}
            name={`tools.${tool}`}
            label={t(`tools.${tool}`)}
            hint={t(`tools.${tool}Hint`)}
            disabled={OF_SALES.includes(tool) && !sells}
          />
        ))}
        <SwitchField control={control} name="knowledge" label={t('tools.knowledge')} hint={t('tools.knowledgeHint')} />
      </div>
      {sells && <StoreField control={control} />}
      {sells && hasCart && (
        <div className="grid gap-4 sm:grid-cols-2">
          <SwitchField
            control={control}
            name="mayFinishOrders"
            label={t('tools.mayFinish')}
            hint={t('tools.mayFinishHint')}
          />
          {mayFinish && <LimitField control={control} />}
        </div>
      )}
      <Controller
        control={control}
        name="hours"
        render={({ field }) => (
          <Field label={t('tools.hours')} hint={t('tools.hoursHint')}>
            <Select
              options={PROMPT_HOURS.map(value => ({ value, label: t(`tools.hoursOf.${value}`) }))}
              name={field.name}
              ref={field.ref}
              value={field.value}
              onChange={field.onChange}
              onBlur={field.onBlur}
            />
          </Field>
        )}
      />
    </fieldset>
  )
}

/** Chooses the store; without one the agent sells in the only active one. */
function StoreField({ control }: { control: FormControl }) {
  const { t } = useTranslation('prompts')
  const all = useQuery(apiQuery(stores.listAll))
  const active = (all.data ?? []).filter(({ isActive }) => isActive)
  return (
    <Controller
      control={control}
      name="storeId"
      render={({ field, fieldState }) => (
        <Field label={t('tools.store')} hint={t('tools.storeHint')} error={fieldError(fieldState.error)}>
          <Select
            options={[
              { value: '', label: t('tools.onlyStore') },
              ...active.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            key={all.data ? 'ready' : 'waiting'}
            name={field.name}
            ref={field.ref}
            value={field.value ?? ''}
            onChange={event => field.onChange(event.target.value || null)}
            onBlur={field.onBlur}
          />
        </Field>
      )}
    />
  )
}

/** Edits the largest total of an order that the agent makes itself. */
function LimitField({ control }: { control: FormControl }) {
  const { t } = useTranslation('prompts')
  return (
    <Controller
      control={control}
      name="finishLimit"
      render={({ field, fieldState }) => (
        <Field label={t('tools.finishLimit')} hint={t('tools.finishLimitHint')} error={fieldError(fieldState.error)}>
          <MoneyInput
            value={field.value}
            onChange={reais => field.onChange(reais === 0 ? null : reais)}
            onBlur={field.onBlur}
            ref={field.ref}
          />
        </Field>
      )}
    />
  )
}
