import { documentSigns, formatDocument } from '@balcao/shared/rules/sales/document.ts'
import { type Bill, CREDENTIALS, pdfOf, reais } from './bills.ts'
import { type ErpAnswer, type ErpSimulator, jsonIn, page } from './erp-simulator.ts'

/** The web service of IXC Provedor; README.md beside this file lists what is covered. */
export const ixc: ErpSimulator = {
  name: 'ixc',
  title: 'IXC Provedor',
  settings: base => ({ ipixc: base, tokenixc: CREDENTIALS.ixc.token }),
  throttled: { status: 429, body: { type: 'error', message: 'Limite de requisições atingido' } },
  answer(call, bills) {
    const table = /^\/webservice\/v1\/(\w+)$/.exec(call.path)?.[1]
    if (!table) return page(404, 'Not Found')
    const basic = `Basic ${Buffer.from(CREDENTIALS.ixc.token).toString('base64')}`
    if (call.request.headers.authorization !== basic) return refusal(401, 'Token inválido')
    const asked = jsonIn(call.body)
    if (!asked || !call.request.headers['content-type']?.startsWith('application/json'))
      return refusal(400, 'Corpo da requisição inválido')
    if (table === 'get_boleto') return printed(asked, bills)
    if (table === 'get_pix') return pix(asked, bills)
    if (call.request.headers.ixcsoft !== 'listar') return refusal(400, 'Método não permitido')
    return listed(table, asked, bills)
  },
}

const refusal = (status: number, message: string): ErpAnswer => ({ status, body: { type: 'error', message } })

/** Ids of printed bills: those have a line from then on. */
const printedIds = new Set<number>()

function listed(table: string, asked: Record<string, unknown>, bills: readonly Bill[]): ErpAnswer {
  const rows = table === 'cliente' ? customers(bills) : table === 'fn_areceber' ? receivables(bills) : undefined
  if (!rows) return refusal(200, 'Tabela não encontrada')
  const { qtype, query, oper, page: number = '1', rp = '20', grid_param: grid = '[]' } = asked
  const field = typeof qtype === 'string' && qtype.startsWith(`${table}.`) ? qtype.slice(table.length + 1) : ''
  if (oper !== '=' || !(rows.length === 0 || field in rows[0]!)) return refusal(200, 'Filtro inválido')
  const filters = JSON.parse(String(grid)) as { TB: string; OP: string; P: string }[]
  const found = rows.filter(
    row => row[field] === String(query) && filters.every(({ TB, OP, P }) => OP === '=' && row[TB.split('.')[1]!] === P),
  )
  const total = String(found.length)
  return {
    status: 200,
    body:
      found.length > 0
        ? { page: String(number), total, registros: found.slice(0, Number(rp)) }
        : { page: String(number), total },
  }
}

/** Returns a customer for each document that has a bill, with the id of the first bill. */
const customers = (bills: readonly Bill[]): Record<string, string>[] =>
  [...Map.groupBy(bills, bill => bill.document).values()].map(([first]) => ({
    id: String(first!.id),
    razao: first!.name,
    // Formatted, as in IXC's forms.
    cnpj_cpf: formatDocument(first!.document),
    ativo: 'S',
  }))

const receivables = (bills: readonly Bill[]): Record<string, string>[] =>
  bills.map(bill => ({
    id: String(bill.id),
    id_cliente: customers(bills).find(({ cnpj_cpf }) => documentSigns(cnpj_cpf!) === bill.document)!.id!,
    status: bill.state === 'open' ? 'A' : 'R',
    liberado: 'S',
    valor: reais(bill.cents),
    valor_aberto: bill.state === 'open' ? reais(bill.cents) : '0.00',
    data_vencimento: bill.dueDate,
    linha_digitavel: bill.line && printedIds.has(bill.id) ? bill.line : '',
    impresso: printedIds.has(bill.id) ? 'S' : 'N',
  }))

function printed({ boletos, tipo_boleto: kind, base64 }: Record<string, unknown>, bills: readonly Bill[]): ErpAnswer {
  const bill = bills.find(({ id }) => String(id) === boletos)
  if (!bill || kind !== 'arquivo' || base64 !== 'S') return refusal(200, 'Boleto não encontrado')
  printedIds.add(bill.id)
  if (!bill.pdf) return refusal(200, 'Não foi possível gerar o boleto')
  return { status: 200, type: 'text/html', body: pdfOf(bill).toString('base64') }
}

function pix({ id_areceber: id }: Record<string, unknown>, bills: readonly Bill[]): ErpAnswer {
  const bill = bills.find(each => String(each.id) === id)
  if (!bill?.pix) return refusal(200, 'Não foi possível gerar o Pix')
  const shown = { qrCode: { qrcode: bill.pix, imagemSrc: '' }, dadosPix: { pixCopiaECola: bill.pix, status: 'ATIVA' } }
  return { status: 200, body: { type: 'success', pix: shown } }
}
