/**
 * Immediate charges of API Pix v2, the standard of the Central Bank of Brazil that every provider
 * of Pix implements (https://github.com/bacen/pix-api, openapi 2.8.2): `PUT` and `GET
 * /v2/cob/{txid}`.
 */
import { cutText } from '@balcao/shared/rules/cut-text.ts'
import { z } from 'zod'
import { config } from '../../config.ts'
import { callExternalUrl, type OutgoingAnswer } from '../outgoing/call-external-url.ts'
import { jsonOf } from '../outgoing/json-of.ts'
import { type PixAccount, pixAccount } from './account.ts'
import { PixError } from './pix-error.ts'
import { accessToken, certificateOf, forgetToken, withoutAnswer } from './token.ts'

/** Reais as the standard writes them: `37.00`. */
const Amount = z
  .string()
  .regex(/^\d{1,10}\.\d{2}$/)
  .transform(text => Number(text.replace('.', '')))

const amountOf = (cents: number): string => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`

const Cob = z.object({
  txid: z.string(),
  status: z.enum(['ATIVA', 'CONCLUIDA', 'REMOVIDA_PELO_USUARIO_RECEBEDOR', 'REMOVIDA_PELO_PSP']),
  calendario: z.object({ criacao: z.iso.datetime({ offset: true }), expiracao: z.coerce.number().int().min(1) }),
  valor: z.object({ original: Amount }),
  pixCopiaECola: z.string().min(20).max(1000).optional(),
  pix: z
    .array(
      z.object({
        endToEndId: z.string().max(40),
        txid: z.string().optional(),
        valor: Amount,
        horario: z.iso.datetime({ offset: true }),
        devolucoes: z.array(z.object({ valor: Amount, status: z.string() })).optional(),
      }),
    )
    .optional(),
})

/** A charge at the bank. Amounts are in cents, times in epoch milliseconds. */
export type BankCharge = {
  status: z.infer<typeof Cob>['status']
  value: number
  /** "Pix Copia e Cola", the text of the QR code. */
  code: string | undefined
  expiresAt: number
  /** Payments minus refunds; undefined while nothing was paid. */
  paid: { cents: number; endToEndId: string; at: number } | undefined
}

/** Maximum time of a call with its answer. */
const TIMEOUT_MS = 10_000

/**
 * Creates a charge. If the bank has this `txid` already, that charge is returned, so the call may
 * be repeated after a lost answer.
 * @throws PixError
 * @param seconds how long it can be paid
 */
export async function putCharge(
  txid: string,
  { cents, seconds, description }: { cents: number; seconds: number; description: string },
): Promise<BankCharge> {
  const body = JSON.stringify({
    calendario: { expiracao: seconds },
    valor: { original: amountOf(cents) },
    chave: config().PIX_KEY,
    // The standard's limit.
    solicitacaoPagador: cutText(description, 140),
  })
  const answer = await call('PUT', txid, body)
  const charge = answer.status === 201 || answer.status === 200 ? read(txid, answer) : await getCharge(txid)
  // Refused, and it does not exist there either.
  if (!charge) throw new PixError('ERR_PIX_REFUSED')
  if (charge.value !== cents) throw new PixError('ERR_PIX_ANSWER')
  return charge
}

/**
 * Returns the current state of a charge; undefined when the bank has none with this `txid`.
 * @throws PixError
 */
export async function getCharge(txid: string): Promise<BankCharge | undefined> {
  const answer = await call('GET', txid)
  if (answer.status === 404) return undefined
  if (answer.status !== 200) throw new PixError('ERR_PIX_REFUSED')
  return read(txid, answer)
}

/**
 * Makes a call with our token, and repeats it with another one when that was refused.
 * @throws PixError
 */
async function call(method: 'GET' | 'PUT', txid: string, body?: string): Promise<OutgoingAnswer> {
  const account = await pixAccount()
  const first = await ask(account, method, txid, body)
  if (first.status !== 401) return first
  forgetToken()
  const second = await ask(account, method, txid, body)
  if (second.status === 401) throw new PixError('ERR_PIX_REFUSED')
  return second
}

async function ask(account: PixAccount, method: 'GET' | 'PUT', txid: string, body?: string): Promise<OutgoingAnswer> {
  const headers = {
    accept: 'application/json',
    authorization: `Bearer ${await accessToken(account, TIMEOUT_MS)}`,
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  }
  const answer = await callExternalUrl(
    `${config().PIX_URL}/v2/cob/${txid}`,
    { method, headers, ...(body === undefined ? {} : { body }) },
    { timeoutMs: TIMEOUT_MS, ...certificateOf(account) },
  ).catch(withoutAnswer)
  if (answer.status === 429) throw new PixError('ERR_PIX_BUSY')
  if (answer.status >= 500 || answer.status === 408) throw new PixError('ERR_PIX_UNREACHABLE')
  return answer
}

/**
 * Parses a charge.
 * @throws PixError ERR_PIX_ANSWER for an answer that is no charge, or another one
 */
function read(txid: string, { body }: OutgoingAnswer): BankCharge {
  const parsed = Cob.safeParse(jsonOf(body))
  if (!parsed.success || parsed.data.txid !== txid) throw new PixError('ERR_PIX_ANSWER')
  const { status, valor, calendario, pixCopiaECola: code, pix = [] } = parsed.data
  const came = pix.filter(each => each.txid === undefined || each.txid === txid)
  const first = came[0]
  return {
    status,
    value: valor.original,
    code,
    expiresAt: Date.parse(calendario.criacao) + calendario.expiracao * 1000,
    paid:
      status === 'CONCLUIDA' && first
        ? {
            cents: came.reduce((sum, each) => sum + each.valor - goneBack(each.devolucoes), 0),
            endToEndId: first.endToEndId,
            at: Date.parse(first.horario),
          }
        : undefined,
  }
}

/** Returns the amount that was refunded, or is being refunded. */
const goneBack = (returns: readonly { valor: number; status: string }[] = []): number =>
  returns.filter(({ status }) => status !== 'NAO_REALIZADO').reduce((sum, { valor }) => sum + valor, 0)
