import { toReais } from '@balcao/shared/rules/sales/money.ts'
import { installmentParts } from '@balcao/shared/rules/sales/payments.ts'
import { formatMoney } from '#/lib/format.ts'

/** Returns the values of the text of instalments: their number, and the first of them. */
export const partsOf = (value: number, count: number) => ({
  count,
  each: formatMoney(toReais(installmentParts(value, count)[0] ?? 0)),
})
