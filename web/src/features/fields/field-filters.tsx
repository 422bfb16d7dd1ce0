import { type FieldOwner, type FieldFilters as Filters, MAX_FILTERED } from '@balcao/shared/entities/custom-field.ts'
import { ListFilter } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#/components/ui/button.tsx'
import { Field } from '#/components/ui/field.tsx'
import { Popover, PopoverContent, PopoverTrigger } from '#/components/ui/popover.tsx'
import { FieldControl } from './public/field-control.tsx'
import { useFields } from './public/use-fields.ts'

interface FieldFiltersProps {
  on: FieldOwner
  value: Filters
  onChange: (value: Filters) => void
}

/**
 * Lets a person narrow a list by its custom fields: those of choices, and of yes or no. Shows
 * nothing in a company without any.
 */
export function FieldFilters({ on, value, onChange }: FieldFiltersProps) {
  const { t } = useTranslation('fields')
  const [isOpen, setOpen] = useState(false)
  const own = useFields(on).filter(({ type }) => type === 'choice' || type === 'boolean')
  const count = Object.keys(value).length
  const isFull = count >= MAX_FILTERED
  if (own.length === 0 && count === 0) return null
  return (
    <Popover open={isOpen} onOpenChange={setOpen}>
      <PopoverTrigger>
        <Button icon={<ListFilter size={16} />}>{count > 0 ? t('filtered', { count }) : t('filter')}</Button>
      </PopoverTrigger>
      <PopoverContent aria-label={t('filter')} className="flex w-72 flex-col gap-3">
        {own
          .filter(({ id }) => !isFull || id in value)
          .map(field => (
            <Field key={field.id} label={field.name}>
              <FieldControl
                field={field}
                noneLabel={t('anyValue')}
                value={value[field.id] ?? null}
                onChange={next => {
                  const { [field.id]: _, ...others } = value
                  onChange(next === null ? others : { ...others, [field.id]: next as string | boolean })
                }}
              />
            </Field>
          ))}
        {isFull && <p className="text-ink-2 text-sm">{t('mostFilters', { count: MAX_FILTERED })}</p>}
        {count > 0 && (
          <Button
            variant="ghost"
            onClick={() => {
              onChange({})
              // The focus returns to the control that opened it.
              setOpen(false)
            }}
          >
            {t('clearFilter')}
          </Button>
        )}
      </PopoverContent>
    </Popover>
  )
}
