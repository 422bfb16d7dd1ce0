import { csvLine } from '@balcao/shared/rules/csv.ts'
import type { Language } from '@balcao/shared/rules/language.ts'
import { toReais } from '@balcao/shared/rules/sales/money.ts'
import { wallClocks } from '@balcao/shared/rules/wall-clock.ts'
import type { JobRow } from '../../../data/jobs/job.ts'
import { budgetReader } from '../../../data/orders/budget-list.ts'
import type { BudgetHead } from '../../../data/orders/budget-row.ts'
import type { Work } from '../run-step.ts'
import { amountText } from './amount-text.ts'
import { cleanCsv, csvStep, readPart } from './csv-file.ts'

/** Orders of a step, and of one read: a second or two of reading. */
const STEP = 5000
const BATCH_SIZE = 500

const NAMES: Record<Language, string> = { pt: 'pedidos.csv', en: 'orders.csv', es: 'pedidos.csv' }

const COLUMNS: Record<Language, readonly string[]> = {
  pt: ['Número', 'Emissão', 'Loja', 'Cliente', 'Status', 'Itens', 'Negociado', 'Total', 'Vendedor', 'Cancelado em'],
  en: ['Number', 'Date', 'Store', 'Customer', 'Status', 'Items', 'Negotiated', 'Total', 'Seller', 'Cancelled on'],
  es: [
    'Número',
    'Emisión',
    'Tienda',
    'Cliente',
    'Estado',
    'Artículos',
    'Negociado',
    'Total',
    'Vendedor',
    'Cancelado el',
  ],
}

/** Exports the orders that a list's filters find as a CSV file, the highest number first. */
export const ordersExport: Work<'ordersExport'> = {
  step: job =>
    csvStep(
      job,
      { name: NAMES[job.state.language], columns: COLUMNS[job.state.language] },
      from => readSome(job, from),
      // Nobody counts what a filter finds; the total is what was written so far.
      async () => 0,
    ),
  clean: cleanCsv,
}

async function readSome({ companyId, state }: JobRow<'ordersExport'>, begin: unknown) {
  const read = await budgetReader(companyId, state.filter)
  return readPart(begin, STEP, from => read(BATCH_SIZE, from), liner(state))
}

function liner({ timezone, language }: JobRow<'ordersExport'>['state']): (head: BudgetHead) => string {
  const clock = wallClocks(timezone)
  const time = (at: number) => clock(at).toISOString().slice(0, 16).replace('T', ' ')
  const amount = (cents: number) => amountText(toReais(cents), language)
  return head =>
    csvLine([
      String(head.number),
      time(head.createdAt),
      head.store.name,
      head.customer.fullName,
      head.status?.name ?? '',
      String(head.itemCount),
      amount(head.negotiated),
      amount(head.total),
      head.user.name,
      head.canceledAt === null ? '' : time(head.canceledAt),
    ])
}
