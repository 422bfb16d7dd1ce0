/** OAuth and immediate charges of API Pix v2; README.md beside this file lists what is covered. */
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { brCode } from '@balcao/shared/rules/sales/br-code.ts'
import { z } from 'zod'
import { PIX_RECEIVER } from '../../local/simulator-accounts.ts'
import type { createFaults } from '../faults.ts'
import { bytesOf, type Call, sendJson } from '../simulated-system.ts'
import type { Charge, Charges } from './charges.ts'
import type { Fault, Operation } from './faults.ts'

export const PREFIX = '/simulated/bank/'

const TOKEN_SECONDS = 3600
const TXID = /^[a-zA-Z0-9]{26,35}$/

const Cob = z.object({
  calendario: z.object({ expiracao: z.number().int().min(1).max(2_147_483_647) }).default({ expiracao: 86_400 }),
  valor: z.object({ original: z.string().regex(/^\d{1,10}\.\d{2}$/) }),
  chave: z.string().min(1).max(77),
  solicitacaoPagador: z.string().max(140).optional(),
})

/** Answers a problem of RFC 7807, of one of the standard's own types. */
function problem(call: Call, status: number, type: string, detail: string): true {
  call.response.writeHead(status, { 'content-type': 'application/problem+json' })
  call.response.end(
    JSON.stringify({ type: `https://pix.bcb.gov.br/api/v2/error/${type}`, title: type, status, detail }),
  )
  return true
}

export function openApiPix(charges: Charges, faults: ReturnType<typeof createFaults<Fault>>) {
  const tokens = new Map<string, number>()

  async function token(call: Call): Promise<true> {
    const basic = `Basic ${Buffer.from(`${PIX_RECEIVER.clientId}:${PIX_RECEIVER.clientSecret}`).toString('base64')}`
    const form = new URLSearchParams((await bytesOf(call)).toString())
    if (call.request.headers.authorization !== basic) return sendJson(call, 401, { error: 'invalid_client' })
    if (form.get('grant_type') !== 'client_credentials') return sendJson(call, 400, { error: 'unsupported_grant_type' })
    const given = randomBytes(24).toString('base64url')
    tokens.set(given, Date.now() + TOKEN_SECONDS * 1000)
    return sendJson(call, 200, {
      access_token: given,
      token_type: 'Bearer',
      expires_in: TOKEN_SECONDS,
      scope: 'cob.write cob.read',
    })
  }

  const isKnown = (call: Call): boolean => {
    const given = /^Bearer (.+)$/.exec(call.request.headers.authorization ?? '')?.[1] ?? ''
    return (tokens.get(given) ?? 0) > Date.now()
  }

  async function put(call: Call, txid: string): Promise<Charge | true> {
    let body: unknown
    try {
      body = JSON.parse((await bytesOf(call)).toString())
    } catch {
      return problem(call, 400, 'RequisicaoInvalida', 'O corpo não é JSON.')
    }
    const parsed = Cob.safeParse(body)
    if (!parsed.success || !TXID.test(txid) || Number(parsed.data.valor.original) === 0)
      return problem(call, 400, 'CobOperacaoInvalida', 'A cobrança não respeita o schema.')
    if (parsed.data.chave !== PIX_RECEIVER.key)
      return problem(call, 400, 'CobOperacaoInvalida', 'O campo cob.chave não pertence ao usuário recebedor.')
    if (charges.find(txid)) return problem(call, 409, 'CobOperacaoInvalida', 'O txid já está em uso.')
    const { calendario, valor, chave, solicitacaoPagador } = parsed.data
    const [whole = '0', cents = '00'] = valor.original.split('.')
    const charge: Charge = {
      txid,
      status: 'ATIVA',
      revisao: 0,
      calendario: { criacao: new Date().toISOString(), ...calendario },
      valor,
      chave,
      ...(solicitacaoPagador === undefined ? {} : { solicitacaoPagador }),
      pixCopiaECola: brCode({
        key: chave,
        name: 'Balcao',
        city: 'Sao Paulo',
        amount: Number(whole + cents),
        reference: txid.slice(-25),
      }),
      pix: [],
    }
    charges.save(charge)
    return charge
  }

  /** Returns a charge as answered: an unpaid one has no `pix`. */
  const shown = ({ pix, ...charge }: Charge) => (pix.length > 0 ? { ...charge, pix } : charge)

  const lies: Record<Extract<Fault, { kind: 'lie' }>['about'], (charge: Charge) => unknown> = {
    txid: charge => ({ ...shown(charge), txid: 'x'.repeat(34) }),
    value: charge => ({ ...shown(charge), valor: { original: '0.01' } }),
    paid: charge => ({ ...shown(charge), status: 'CONCLUIDA' }),
    json: () => '<html>',
  }

  /** Answers a call below `PREFIX`. */
  return async function serve(call: Call): Promise<true> {
    const path = call.url.pathname.slice(PREFIX.length)
    const txid = /^v2\/cob\/([^/]+)$/.exec(path)?.[1]
    const operation: Operation | undefined =
      path === 'oauth/token' && call.method === 'POST'
        ? 'token'
        : txid && call.method === 'PUT'
          ? 'put'
          : txid && call.method === 'GET'
            ? 'get'
            : undefined
    if (!operation) return problem(call, 404, 'NaoEncontrado', 'Não há esse recurso.')
    const fault = faults.next(each => each.on === undefined || each.on === operation)
    if (fault?.kind === 'stall') await sleep(fault.ms, undefined, { ref: false })
    if (fault?.kind === 'throttle') return problem(call, 429, 'TooManyRequests', 'Limite de requisições.')
    if (fault?.kind === 'fail') return problem(call, fault.status, 'ServicoIndisponivel', 'Serviço indisponível.')
    if (fault?.kind === 'forget-tokens') tokens.clear()
    if (operation === 'token') return token(call)
    if (!isKnown(call)) return problem(call, 401, 'AcessoNegado', 'O token não é válido.')
    const found = operation === 'put' ? await put(call, txid!) : charges.find(txid!)
    if (found === true) return true
    if (!found) return problem(call, 404, 'CobNaoEncontrado', 'Cobrança não encontrada.')
    if (fault?.kind === 'lose-answer') {
      call.response.destroy()
      return true
    }
    const answer = fault?.kind === 'lie' ? lies[fault.about](found) : shown(found)
    return sendJson(call, operation === 'put' ? 201 : 200, answer)
  }
}
