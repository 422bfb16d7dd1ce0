import type { ComponentProps } from 'react'
import { cn } from '#/lib/cn.ts'
import { formatMoney } from '#/lib/format.ts'
import { Input } from './input.tsx'

interface MoneyInputProps extends Omit<ComponentProps<'input'>, 'type' | 'value' | 'onChange'> {
  /** Amount with two decimals at most; null or undefined shows an empty field. */
  value: number | null | undefined
  onChange: (amount: number) => void
  /** Currency code (ISO 4217); reais by default. */
  currency?: string | undefined
}

const MAX_DIGITS = 10

/** Shows a field for an amount, typed from its cents up: 1, 2, 5, 0 is R$ 12,50. */
export function MoneyInput({ value, onChange, currency, className, ...props }: MoneyInputProps) {
  const shown = value == null ? '' : formatMoney(value, currency)
  return (
    <Input
      {...props}
      inputMode="numeric"
      autoComplete="off"
      className={cn('tabular text-right', className)}
      value={shown}
      onChange={event => {
        const typed = event.target.value
        const digits = typed.replace(/\D/g, '')
        // Where the currency sign is last, Backspace removes a part of it: the person meant the
        // last digit.
        const meant = /\D$/.test(shown) && typed === shown.slice(0, -1) ? digits.slice(0, -1) : digits
        onChange(Number(meant.replace(/^0+/, '').slice(0, MAX_DIGITS)) / 100)
      }}
    />
  )
}
