import type { Language } from '@balcao/shared/rules/language.ts'
import { formatDocument } from '@balcao/shared/rules/sales/document.ts'
import { readCustomers } from '../../../data/customers/customer.ts'
import { type CustomerRow, getCustomers } from '../../../data/customers/customer-row.ts'
import { PORTFOLIOS } from '../../../data/customers/portfolio.ts'
import { fieldCells } from '../../../data/fields/field-columns.ts'
import type { JobRow } from '../../../data/jobs/job.ts'
import { rowCount } from '../../../data/table/counter.ts'
import { everyRow } from '../../../data/table/small-list.ts'
import type { Work } from '../run-step.ts'
import { type Cell, cleanListFile, listFileStep, readPart } from './list-file.ts'
import { readSelected } from './read-selected.ts'

/** Customers of a step: a second or two of reading. */
const STEP = 5000

const NAMES: Record<Language, string> = { pt: 'clientes', en: 'customers', es: 'clientes' }

const COLUMNS: Record<Language, readonly string[]> = {
  pt: ['CPF/CNPJ', 'Nome', 'E-mail', 'Aniversário', 'Carteira', 'Telefones'],
  en: ['Document', 'Name', 'E-mail', 'Birthday', 'Portfolio', 'Phones'],
  es: ['Documento', 'Nombre', 'Correo', 'Cumpleaños', 'Cartera', 'Teléfonos'],
}

const columnsOf = ({ state: { language, fields = [] } }: JobRow<'customersExport'>) => [
  ...COLUMNS[language],
  ...fields.map(({ name }) => name),
]

/** Exports customers in the order of their names, or those selected. */
export const customersExport: Work<'customersExport'> = {
  step: job =>
    listFileStep(
      job,
      { name: NAMES[job.state.language], columns: columnsOf(job), kinds: { 5: 'phone' } },
      from => readSome(job, from),
      () => rowCount(job.companyId, 'customers'),
    ),
  clean: cleanListFile,
}

async function readSome(
  { companyId, state: { ids, fields = [], format, language } }: JobRow<'customersExport'>,
  begin: unknown,
) {
  const portfolios = new Map((await everyRow(companyId, PORTFOLIOS)).map(({ id, name }) => [id, name]))
  const linesOf = ({
    document,
    fullName,
    email,
    birthday,
    portfolioId,
    contacts,
    fields: values,
  }: CustomerRow): Cell[][] => [
    [
      formatDocument(document),
      fullName,
      email,
      birthday,
      portfolios.get(portfolioId) ?? '',
      contacts.map(({ number }) => number).join(', '),
      ...fieldCells(fields, values, { format, language }),
    ],
  ]
  if (ids) return readSelected(ids, () => getCustomers(companyId, ids), linesOf)
  return readPart(
    begin,
    STEP,
    (from, looked) => readCustomers(companyId)(STEP - looked, from),
    ({ row }) => linesOf(row),
  )
}
