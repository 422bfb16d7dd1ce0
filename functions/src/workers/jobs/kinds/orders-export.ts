import type { Language } from '@balcao/shared/rules/language.ts'
import { toReais } from '@balcao/shared/rules/sales/money.ts'
import { wallClocks } from '@balcao/shared/rules/wall-clock.ts'
import type { JobRow } from '../../../data/jobs/job.ts'
import { budgetReader, getHeads } from '../../../data/orders/budget-list.ts'
import type { BudgetHead } from '../../../data/orders/budget-row.ts'
import type { Work } from '../run-step.ts'
import { type Cell, cleanListFile, listFileStep, readPart } from './list-file.ts'
import { readSelected } from './read-selected.ts'

/** Orders of a step, and of one read: a second or two of reading. */
const STEP = 5000
const BATCH_SIZE = 500

const NAMES: Record<Language, string> = { pt: 'pedidos', en: 'orders', es: 'pedidos' }

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

/** Columns that hold no words, by their place. */
const KINDS = { 0: 'number', 1: 'minute', 5: 'number', 6: 'money', 7: 'money', 9: 'minute' } as const

const fileOf = (language: Language) => ({ name: NAMES[language], columns: COLUMNS[language], kinds: KINDS, language })

/** Exports the orders that a list's filters find, the highest number first, or those selected. */
export const ordersExport: Work<'ordersExport'> = {
  step: job =>
    listFileStep(
      job,
      fileOf(job.state.language),
      from => readSome(job, from),
      // Nobody counts what a filter finds; the total is what was written so far.
      async () => 0,
    ),
  clean: cleanListFile,
}

async function readSome({ companyId, state }: JobRow<'ordersExport'>, begin: unknown) {
  const { ids } = state
  if (ids) return readSelected(ids, () => getHeads(companyId, ids), liner(state))
  const read = await budgetReader(companyId, state.filter)
  return readPart(begin, STEP, from => read(BATCH_SIZE, from), liner(state))
}

function liner({ timezone }: JobRow<'ordersExport'>['state']): (head: BudgetHead) => Cell[][] {
  const clock = wallClocks(timezone)
  const time = (at: number) => clock(at).getTime()
  return head => [
    [
      head.number,
      time(head.createdAt),
      head.store.name,
      head.customer.fullName,
      head.status?.name ?? '',
      head.itemCount,
      toReais(head.negotiated),
      toReais(head.total),
      head.user.name,
      head.canceledAt === null ? null : time(head.canceledAt),
    ],
  ]
}
