/**
 * Client of IXC Provedor's web service v1 (wikiapiprovedor.ixcsoft.com.br): a table is listed by a
 * POST with the header `ixcsoft: listar`, and the token, `id:hash`, is the user and password of
 * Basic (RFC 7617).
 */
import { formatDocument } from '@balcao/shared/rules/sales/document.ts'
import { z } from 'zod'
import { ask, type CallTimeouts, MAX_PDF_BYTES, readAs } from '../erp/ask.ts'
import { type Bill, Day, type Found, firstBills, lineOf, pdfOf, pixOf, Reais, UNKNOWN } from '../erp/bill.ts'
import { ErpError } from '../erp/erp-error.ts'
import { orNull } from '../erp/or-null.ts'
import { jsonOf } from '../outgoing/json-of.ts'

export type IxcAccount = { url: string; token: string }

/** Ids are numbers, written as texts. */
const RowId = z
  .union([z.string(), z.number()])
  .transform(String)
  .pipe(z.string().regex(/^\d{1,20}$/))

/** A page of a table; an empty one has no field for rows at all. */
const pageOf = <T extends z.ZodType>(row: T) =>
  z.object({ total: z.union([z.string(), z.number()]), registros: z.array(row).max(1000).default([]) })

const Customers = pageOf(z.object({ id: RowId, cnpj_cpf: z.string() }))
const Receivables = pageOf(
  z.object({
    id: RowId,
    id_cliente: RowId,
    status: z.string(),
    liberado: z.string().nullish(),
    valor: Reais,
    valor_aberto: Reais.nullish().catch(null),
    data_vencimento: Day,
    linha_digitavel: z.string().nullish(),
  }),
)
type Receivable = z.output<typeof Receivables>['registros'][number]

/** A refusal of this web service, with status 200. */
const Refusal = z.object({ type: z.literal('error'), message: z.string().default('') })

const Pix = z.object({
  type: z.string(),
  pix: z
    .object({
      qrCode: z.object({ qrcode: z.string().nullish() }).nullish(),
      dadosPix: z.object({ pixCopiaECola: z.string().nullish() }).nullish(),
    })
    .nullish(),
})

/**
 * Checks whether the token is accepted.
 * @throws ErpError
 */
export async function testIxc(account: IxcAccount, timeouts: CallTimeouts): Promise<void> {
  await list(account, 'cliente', { field: 'id', value: '0' }, Customers, timeouts)
}

/**
 * Returns the open bills of a CPF or CNPJ, of every customer registered with it.
 * @throws ErpError
 */
export async function findInIxc(account: IxcAccount, document: string, timeouts: CallTimeouts): Promise<Found> {
  // As IXC's forms write it; imported customers may lack the punctuation.
  const written = await customersOf(account, formatDocument(document), document, timeouts)
  const customers = written.length > 0 ? written : await customersOf(account, document, document, timeouts)
  if (customers.length === 0) return UNKNOWN
  const lists = await Promise.all(customers.map(id => openOf(account, id, timeouts)))
  return firstBills(
    lists.flat().map(row => ({ ...row, dueDate: row.data_vencimento })),
    row => billOf(account, row, timeouts),
  )
}

async function customersOf(account: IxcAccount, value: string, document: string, timeouts: CallTimeouts) {
  const { registros } = await list(account, 'cliente', { field: 'cnpj_cpf', value }, Customers, timeouts)
  // Never returns the bills of another document, even if IXC's filter did.
  return registros
    .filter(({ cnpj_cpf }) => cnpj_cpf.replace(/[\s./-]/g, '').toUpperCase() === document)
    .slice(0, 10)
    .map(({ id }) => id)
}

/** Returns bills that are open (`A`) and released to the customer. */
async function openOf(account: IxcAccount, customer: string, timeouts: CallTimeouts): Promise<Receivable[]> {
  const { registros } = await list(
    account,
    'fn_areceber',
    { field: 'id_cliente', value: customer, more: [['status', 'A']] },
    Receivables,
    timeouts,
  )
  return registros.filter(
    row => row.id_cliente === customer && row.status === 'A' && (row.liberado ?? 'S').toUpperCase() === 'S',
  )
}

async function billOf(account: IxcAccount, row: Receivable, timeouts: CallTimeouts): Promise<Bill> {
  const [pix, pdf] = await Promise.all([
    orNull('pix', pixCode(account, row.id, timeouts)),
    orNull('pdf', printed(account, row.id, timeouts)),
  ])
  // A bill that was never printed gets its line by being printed.
  const line = lineOf(row.linha_digitavel) ?? (pdf ? await orNull('line', lineNow(account, row.id, timeouts)) : null)
  return { id: row.id, dueDate: row.data_vencimento, cents: row.valor_aberto || row.valor, line, pix, pdf, link: null }
}

async function pixCode(account: IxcAccount, id: string, timeouts: CallTimeouts): Promise<string | null> {
  const { pix } = readAs(Pix, await post(account, 'get_pix', { id_areceber: id }, timeouts))
  return pixOf(pix?.dadosPix?.pixCopiaECola) ?? pixOf(pix?.qrCode?.qrcode)
}

/** Returns the PDF, which comes in base64: bare, as a JSON text, or under `base64`. */
async function printed(account: IxcAccount, id: string, timeouts: CallTimeouts): Promise<Buffer | null> {
  const wanted = { juro: 'N', multa: 'N', atualiza_boleto: 'N', tipo_boleto: 'arquivo', base64: 'S' }
  const body = await post(account, 'get_boleto', { boletos: id, ...wanted }, timeouts, MAX_PDF_BYTES)
  const json = z.union([z.string(), z.object({ base64: z.string() })]).safeParse(jsonOf(body))
  const text = json.success ? (typeof json.data === 'string' ? json.data : json.data.base64) : body.toString()
  return pdfOf(Buffer.from(text, 'base64'))
}

async function lineNow(account: IxcAccount, id: string, timeouts: CallTimeouts): Promise<string | null> {
  const { registros } = await list(account, 'fn_areceber', { field: 'id', value: id }, Receivables, timeouts)
  return lineOf(registros.find(row => row.id === id)?.linha_digitavel)
}

type Filter = { field: string; value: string; more?: [field: string, value: string][] }

async function list<T extends z.ZodType>(
  account: IxcAccount,
  table: string,
  { field, value, more = [] }: Filter,
  schema: T,
  timeouts: CallTimeouts,
): Promise<z.output<T>> {
  const query = { qtype: `${table}.${field}`, query: value, oper: '=', page: '1', rp: '100' }
  const order = { sortname: `${table}.id`, sortorder: 'desc' }
  const grid = more.map(([name, P]) => ({ TB: `${table}.${name}`, OP: '=', P }))
  const filters: Record<string, string> = grid.length > 0 ? { grid_param: JSON.stringify(grid) } : {}
  return readAs(schema, await post(account, table, { ...query, ...order, ...filters }, timeouts))
}

async function post(
  { url, token }: IxcAccount,
  path: string,
  body: Record<string, string>,
  timeouts: CallTimeouts,
  maxBytes?: number,
): Promise<Buffer> {
  const headers = {
    authorization: `Basic ${Buffer.from(token).toString('base64')}`,
    'content-type': 'application/json',
    ...(path.startsWith('get_') ? {} : { ixcsoft: 'listar' }),
  }
  const call = { method: 'POST', headers, body: JSON.stringify(body) } as const
  const answer = await ask(`${url}/webservice/v1/${path}`, call, timeouts, maxBytes)
  if (answer.status !== 200) throw new ErpError('ERR_ERP_ANSWER')
  const refused = Refusal.safeParse(jsonOf(answer.body.length > 10_000 ? '' : answer.body))
  if (refused.success)
    throw new ErpError(
      /token|senha|autentica|permiss/i.test(refused.data.message) ? 'ERR_ERP_CREDENTIALS' : 'ERR_ERP_ANSWER',
    )
  return answer.body
}
