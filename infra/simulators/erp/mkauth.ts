import { createHmac } from 'node:crypto'
import { type Bill, CREDENTIALS, pdfOf, reais } from './bills.ts'
import { type ErpAnswer, type ErpCall, type ErpSimulator, page, pdfAnswer } from './erp-simulator.ts'

/** The API of MK-AUTH; README.md beside this file lists what is covered. */
export const mkauth: ErpSimulator = {
  name: 'mkauth',
  title: 'MK-AUTH',
  settings: base => ({
    ipmkauth: base,
    clientidmkauth: CREDENTIALS.mkauth.clientId,
    clientsecretmkauth: CREDENTIALS.mkauth.clientSecret,
  }),
  throttled: { status: 429, body: { error: 'Too Many Requests' } },
  answer(call, bills) {
    if (call.method !== 'GET') return page(405, 'Method Not Allowed')
    if (call.path === '/api/') return signedIn(call)
    if (call.path === '/boleto/21boleto.php') return shownBill(call, bills)
    const document = /^\/api\/titulo\/titulos\/([0-9A-Z]+)$/.exec(call.path)?.[1]
    if (!document) return page(404, 'Not Found')
    if (call.request.headers.authorization !== `Bearer ${TOKEN}`)
      return { status: 401, body: { error: 'Token inválido' } }
    const own = bills.filter(bill => bill.document === document)
    if (own.length === 0) return { status: 200, body: { mensagem: 'Registro não encontrado' } }
    return { status: 200, body: { titulos: own.map(title) } }
  },
}

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
const unsigned = `${part({ typ: 'JWT', alg: 'HS256' })}.${part({ iss: 'mk-auth', sub: CREDENTIALS.mkauth.clientId })}`
const TOKEN = `${unsigned}.${createHmac('sha256', 'the simulator of MK-AUTH').update(unsigned).digest('base64url')}`

/** Answers a JWT as plain text. */
function signedIn({ request }: ErpCall): ErpAnswer {
  const { clientId, clientSecret } = CREDENTIALS.mkauth
  const basic = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`
  if (request.headers.authorization !== basic) return { status: 401, body: { error: 'Client Id ou Secret inválido' } }
  return { status: 200, type: 'text/html', body: TOKEN }
}

const title = (bill: Bill) => ({
  titulo: String(bill.id),
  nome: bill.name,
  cpf_cnpj: bill.document,
  datavenc: `${bill.dueDate} 00:00:00`,
  valor: reais(bill.cents),
  status: bill.state === 'paid' ? 'pago' : bill.dueDate < new Date().toISOString().slice(0, 10) ? 'vencido' : 'aberto',
  linhadig: bill.line ?? '',
  pix: bill.pix ?? '',
})

/** Answers the bill as a page, or as a file. */
function shownBill({ url }: ErpCall, bills: readonly Bill[]): ErpAnswer {
  const bill = bills.find(({ id }) => String(id) === url.searchParams.get('titulo'))
  if (!bill) return page(404, 'Título não encontrado')
  return bill.pdf ? pdfAnswer(pdfOf(bill)) : page(200, `Boleto ${bill.id}`)
}
