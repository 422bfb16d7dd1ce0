/**
 * The API of MK-AUTH (its own "API" add-on): `GET /api/` with client id and secret as Basic answers
 * a JWT as plain text, which the other calls carry as bearer token. Bills are `titulos`.
 */
import { z } from 'zod'
import { ask, type CallTimeouts, readAs } from '../erp/ask.ts'
import { type Bill, Day, type Found, firstBills, lineOf, pixOf, Reais, UNKNOWN } from '../erp/bill.ts'
import { ErpError } from '../erp/erp-error.ts'
import { fetchPdf } from '../erp/fetch-pdf.ts'
import { orNull } from '../erp/or-null.ts'
import { jsonOf } from '../outgoing/json-of.ts'

export type MkAuthAccount = { url: string; clientId: string; clientSecret: string }

const Bills = z.union([
  z.object({
    titulos: z
      .array(
        z.object({
          titulo: z
            .union([z.string(), z.number()])
            .transform(String)
            .pipe(z.string().regex(/^[\w-]{1,60}$/)),
          cpf_cnpj: z.string().nullish(),
          datavenc: Day,
          valor: Reais,
          status: z.string(),
          linhadig: z.string().nullish(),
          pix: z.string().nullish(),
          qrcode: z.string().nullish(),
        }),
      )
      .max(1000),
  }),
  /** The answer when no customer has the document. */
  z.object({ mensagem: z.string() }),
])
const Refusal = z.union([z.object({ error: z.string() }), z.object({ mensagem: z.string() })])
type Title = Extract<z.output<typeof Bills>, { titulos: unknown }>['titulos'][number]

/**
 * Checks whether client id and secret are accepted.
 * @throws ErpError
 */
export async function testMkAuth(account: MkAuthAccount, timeouts: CallTimeouts): Promise<void> {
  await tokenOf(account, timeouts)
}

/**
 * Returns the open bills of a CPF or CNPJ.
 * @throws ErpError
 */
export async function findInMkAuth(account: MkAuthAccount, document: string, timeouts: CallTimeouts): Promise<Found> {
  const headers = { authorization: `Bearer ${await tokenOf(account, timeouts)}` }
  const address = `${account.url}/api/titulo/titulos/${document}`
  const { status, body } = await ask(address, { method: 'GET', headers }, timeouts)
  if (status === 404 || body.toString('utf8', 0, 10).replace(/["\s]/g, '').toUpperCase() === 'NULL') return UNKNOWN
  if (status !== 200) throw new ErpError('ERR_ERP_ANSWER')
  const answer = readAs(Bills, body)
  if ('mensagem' in answer) {
    if (/n[ãa]o (encontrad|localizad|existe)/i.test(answer.mensagem)) return UNKNOWN
    throw new ErpError('ERR_ERP_ANSWER')
  }
  // Never returns the bills of another document, even if the path's filter did.
  const own = answer.titulos.filter(
    ({ cpf_cnpj }) => !cpf_cnpj || cpf_cnpj.replace(/[\s./-]/g, '').toUpperCase() === document,
  )
  const open = own.filter(({ status: state }) => /^(aberto|vencido)$/i.test(state.trim()))
  return firstBills(
    open.map(title => ({ ...title, dueDate: title.datavenc })),
    title => billOf(account, title, timeouts),
  )
}

async function billOf({ url }: MkAuthAccount, title: Title, timeouts: CallTimeouts): Promise<Bill> {
  // The bill's own address: on some installations a PDF, on most a web page.
  const page = `${url}/boleto/21boleto.php?titulo=${encodeURIComponent(title.titulo)}`
  const pdf = await orNull('pdf', fetchPdf(page, timeouts))
  return {
    id: title.titulo,
    dueDate: title.datavenc,
    cents: title.valor,
    line: lineOf(title.linhadig),
    pix: pixOf(title.pix) ?? pixOf(title.qrcode),
    pdf,
    link: pdf ? null : page,
  }
}

/** Requests a token for each look-up: its lifetime is a setting of the installation. */
async function tokenOf({ url, clientId, clientSecret }: MkAuthAccount, timeouts: CallTimeouts): Promise<string> {
  const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64')
  const headers = { authorization: `Basic ${basic}` }
  const { status, body } = await ask(`${url}/api/`, { method: 'GET', headers }, timeouts)
  const token = body.toString('utf8', 0, 5000).trim().replace(/^"|"$/g, '')
  if (status === 200 && /^[\w-]+\.[\w-]+\.[\w-]+$/.test(token) && token.length <= 3000) return token
  // A refusal comes as a text too, with any status; a web page, say, is no answer of the API.
  throw new ErpError(Refusal.safeParse(jsonOf(body)).success ? 'ERR_ERP_CREDENTIALS' : 'ERR_ERP_ANSWER')
}
