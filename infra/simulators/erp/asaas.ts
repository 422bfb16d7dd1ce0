import { documentSigns } from '@balcao/shared/rules/sales/document.ts'
import { type Bill, CREDENTIALS, pdfOf } from './bills.ts'
import { type ErpAnswer, type ErpCall, type ErpSimulator, page, pdfAnswer } from './erp-simulator.ts'

/** The API of Asaas, v3; README.md beside this file lists what is covered. */
export const asaas: ErpSimulator = {
  name: 'asaas',
  title: 'Asaas',
  settings: () => ({ asaas: CREDENTIALS.asaas.token }),
  throttled: { status: 429, headers: { 'retry-after': '1' }, body: errors('too_many_requests', 'Muitas requisições') },
  answer(call, bills) {
    const slip = /^\/b\/pdf\/(\d+)$/.exec(call.path)?.[1]
    if (slip) return slipOf(slip, bills)
    if (!call.request.headers['user-agent'])
      return { status: 403, body: errors('user_agent', 'O User-Agent é obrigatório') }
    const token = call.request.headers.access_token
    if (!token)
      return { status: 401, body: errors('access_token_not_found', 'O cabeçalho access_token não foi encontrado') }
    if (token !== CREDENTIALS.asaas.token)
      return { status: 401, body: errors('invalid_access_token', 'A chave de API fornecida é inválida') }
    if (call.method !== 'GET') return { status: 405, body: errors('method', 'Método não permitido') }
    const { searchParams } = call.url
    if (call.path === '/v3/customers') return customers(searchParams, bills)
    if (call.path === '/v3/payments') return payments(searchParams, bills, call)
    const [, id, part] = /^\/v3\/payments\/pay_(\d+)\/(identificationField|pixQrCode)$/.exec(call.path) ?? []
    const bill = bills.find(each => String(each.id) === id)
    if (!bill) return { status: 404, body: {} }
    return part === 'pixQrCode' ? qrCode(bill) : identification(bill)
  },
}

function errors(code: string, description: string) {
  return { errors: [{ code, description }] }
}

const page1 = (data: object[], query: URLSearchParams) => {
  const limit = Number(query.get('limit') ?? 10)
  const shown = data.slice(0, limit)
  return { object: 'list', hasMore: data.length > limit, totalCount: data.length, limit, offset: 0, data: shown }
}

const customerId = (document: string): string => `cus_${document}`

function customers(query: URLSearchParams, bills: readonly Bill[]): ErpAnswer {
  const wanted = query.get('cpfCnpj')
  const known = [...Map.groupBy(bills, bill => bill.document).values()].map(([first]) => first!)
  const found = wanted === null ? known : known.filter(({ document }) => document === documentSigns(wanted))
  const rows = found.map(({ document, name }) => ({
    ...{ object: 'customer', id: customerId(document), name, cpfCnpj: document, deleted: false },
    personType: document.length === 11 ? 'FISICA' : 'JURIDICA',
  }))
  return { status: 200, body: page1(rows, query) }
}

const stateOf = ({ state, dueDate }: Bill): string =>
  state === 'paid' ? 'RECEIVED' : dueDate < new Date().toISOString().slice(0, 10) ? 'OVERDUE' : 'PENDING'

function payments(query: URLSearchParams, bills: readonly Bill[], { base }: ErpCall): ErpAnswer {
  const rows = bills
    .filter(bill => customerId(bill.document) === query.get('customer') && stateOf(bill) === query.get('status'))
    .map(bill => ({
      ...{ object: 'payment', id: `pay_${bill.id}`, customer: customerId(bill.document), deleted: false },
      ...{ value: bill.cents / 100, netValue: bill.cents / 100, dueDate: bill.dueDate, status: stateOf(bill) },
      billingType: bill.line || bill.pdf ? 'BOLETO' : 'PIX',
      bankSlipUrl: bill.line || bill.pdf ? `${base}/b/pdf/${bill.id}` : null,
      invoiceUrl: `${base}/i/${bill.id}`,
    }))
  return { status: 200, body: page1(rows, query) }
}

const identification = ({ line, id }: Bill): ErpAnswer =>
  line
    ? { status: 200, body: { identificationField: line, nossoNumero: String(id), barCode: line.slice(0, 44) } }
    : { status: 400, body: errors('invalid_action', 'Esta cobrança não é um boleto') }

const qrCode = ({ pix, dueDate }: Bill): ErpAnswer =>
  pix
    ? { status: 200, body: { success: true, encodedImage: '', payload: pix, expirationDate: `${dueDate} 23:59:59` } }
    : { status: 400, body: errors('invalid_action', 'Esta cobrança não tem Pix') }

function slipOf(id: string, bills: readonly Bill[]): ErpAnswer {
  const bill = bills.find(each => String(each.id) === id)
  return bill?.pdf ? pdfAnswer(pdfOf(bill)) : page(404, 'Boleto não encontrado')
}
