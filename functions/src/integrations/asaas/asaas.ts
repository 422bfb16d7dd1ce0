/**
 * Client of Asaas's API v3 (docs.asaas.com/reference): customers, payments, their digitable line
 * and their Pix code.
 */
import { z } from 'zod'
import { config } from '../../config.ts'
import { ask, type CallTimeouts, readAs } from '../erp/ask.ts'
import { type Bill, Day, type Found, firstBills, lineOf, pixOf, Reais, UNKNOWN } from '../erp/bill.ts'
import { ErpError } from '../erp/erp-error.ts'
import { fetchPdf } from '../erp/fetch-pdf.ts'
import { orNull } from '../erp/or-null.ts'

export type AsaasAccount = { token: string }

const Customers = z.object({
  data: z.array(z.object({ id: z.string().regex(/^\w{1,60}$/), cpfCnpj: z.string().nullish() })).max(100),
})

const Payments = z.object({
  data: z
    .array(
      z.object({
        id: z.string().regex(/^\w{1,60}$/),
        value: Reais,
        dueDate: Day,
        deleted: z.boolean().nullish(),
        bankSlipUrl: z.string().max(2000).nullish(),
        invoiceUrl: z.string().max(2000).nullish(),
      }),
    )
    .max(100),
})

const Line = z.object({ identificationField: z.string().nullish() })
const QrCode = z.object({ payload: z.string().nullish() })

/**
 * Checks whether Asaas accepts the account's key.
 * @throws ErpError
 */
export async function testAsaas(account: AsaasAccount, timeouts: CallTimeouts): Promise<void> {
  readAs(Customers, await get(account, 'customers?limit=1', timeouts))
}

/**
 * Returns the open bills of a CPF or CNPJ, of every customer registered with it.
 * @throws ErpError
 */
export async function findInAsaas(account: AsaasAccount, document: string, timeouts: CallTimeouts): Promise<Found> {
  const query = new URLSearchParams({ cpfCnpj: document, limit: '10' })
  const { data } = readAs(Customers, await get(account, `customers?${query}`, timeouts))
  // Never returns the bills of another document, even if Asaas's filter did.
  const customers = data.filter(({ cpfCnpj }) => cpfCnpj?.replace(/[\s./-]/g, '').toUpperCase() === document)
  if (customers.length === 0) return UNKNOWN
  const lists = await Promise.all(
    customers.flatMap(({ id }) => ['OVERDUE', 'PENDING'].map(status => paymentsOf(account, id, status, timeouts))),
  )
  return firstBills(lists.flat(), payment => billOf(account, payment, timeouts))
}

type Payment = z.output<typeof Payments>['data'][number]

async function paymentsOf(account: AsaasAccount, customer: string, status: string, timeouts: CallTimeouts) {
  const query = new URLSearchParams({ customer, status, limit: '100' })
  const { data } = readAs(Payments, await get(account, `payments?${query}`, timeouts))
  return data.filter(({ deleted }) => deleted !== true)
}

async function billOf(account: AsaasAccount, payment: Payment, timeouts: CallTimeouts): Promise<Bill> {
  const { id, value, dueDate, bankSlipUrl, invoiceUrl } = payment
  const [line, pix, pdf] = await Promise.all([
    bankSlipUrl
      ? orNull('line', part(account, `payments/${id}/identificationField`, Line, timeouts)).then(found =>
          lineOf(found?.identificationField),
        )
      : null,
    orNull('pix', part(account, `payments/${id}/pixQrCode`, QrCode, timeouts)).then(found => pixOf(found?.payload)),
    bankSlipUrl ? orNull('pdf', fetchPdf(bankSlipUrl, timeouts)) : null,
  ])
  return {
    id,
    dueDate,
    cents: value,
    line,
    pix,
    pdf,
    link: !pdf && invoiceUrl?.startsWith('https://') ? invoiceUrl : null,
  }
}

/** Reads a payment's detail of one kind; null where it has none: Asaas answers 400 then. */
async function part<T extends z.ZodType>(
  account: AsaasAccount,
  path: string,
  schema: T,
  timeouts: CallTimeouts,
): Promise<z.output<T> | null> {
  const { status, body } = await call(account, path, timeouts)
  return status === 200 ? readAs(schema, body) : null
}

async function get(account: AsaasAccount, path: string, timeouts: CallTimeouts): Promise<Buffer> {
  const { status, body } = await call(account, path, timeouts)
  if (status !== 200) throw new ErpError('ERR_ERP_ANSWER')
  return body
}

const call = ({ token }: AsaasAccount, path: string, timeouts: CallTimeouts) =>
  ask(`${config().ASAAS_URL}/v3/${path}`, { method: 'GET', headers: { access_token: token } }, timeouts)
