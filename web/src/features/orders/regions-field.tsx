import { normalizeName } from '@balcao/shared/rules/normalize-name.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Input } from '#/components/ui/input.tsx'
import { Pill } from '#/components/ui/pill.tsx'

interface RegionsFieldProps {
  value: readonly string[]
  onChange: (regions: string[]) => void
  id?: string
  'aria-describedby'?: string
  'aria-invalid'?: boolean
}

/**
 * Edits states and cities, each typed and added with Enter, a comma or by leaving the field; UFs
 * become upper case.
 */
export function RegionsField({ value, onChange, ...input }: RegionsFieldProps) {
  const { t } = useTranslation(['coupons', 'common'])
  const [typed, setTyped] = useState('')
  const take = (text: string) => {
    const regions = text.split(',').flatMap(part => {
      const region = part.trim().replace(/\s+/g, ' ')
      return region ? [region.length === 2 ? region.toUpperCase() : region] : []
    })
    const fresh = regions.filter(
      (region, i) => ![...value, ...regions.slice(0, i)].some(other => normalizeName(other) === normalizeName(region)),
    )
    if (fresh.length > 0) onChange([...value, ...fresh])
    setTyped('')
  }
  return (
    <div>
      <Input
        {...input}
        autoComplete="off"
        placeholder={t('regionExample')}
        maxLength={150}
        value={typed}
        onChange={event => (event.target.value.includes(',') ? take(event.target.value) : setTyped(event.target.value))}
        onBlur={() => take(typed)}
        onKeyDown={event => {
          if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey && typed.trim()) {
            event.preventDefault()
            take(typed)
          } else if (event.key === 'Backspace' && typed === '' && value.length > 0) onChange(value.slice(0, -1))
        }}
      />
      {value.length > 0 && (
        <ul className="mt-2 flex flex-wrap gap-1.5">
          {value.map(region => (
            <li key={region} className="min-w-0">
              <Pill
                onRemove={() => onChange(value.filter(other => other !== region))}
                removeLabel={t('common:select.remove', { name: region })}
              >
                {region}
              </Pill>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
