/**
 * ViaCEP, the public lookup of Brazilian postal codes: https://viacep.com.br (read on 2026-11-22).
 */
import type { ZipPlace } from '@balcao/shared/entities/customer.ts'
import { z } from 'zod'
import { config } from '../../config.ts'
import { callExternalUrl } from '../outgoing/call-external-url.ts'

const Unknown = z.object({ erro: z.union([z.literal(true), z.literal('true')]) })
const Found = z.object({
  logradouro: z.string().default(''),
  bairro: z.string().default(''),
  localidade: z.string().min(1),
  uf: z.string().length(2),
})

/**
 * Returns the place of a postal code, without coordinates, which ViaCEP does not have; null when
 * there is no such code.
 * @param zipCode eight digits
 * @throws OutgoingError, or an error when the answer does not have ViaCEP's form
 */
export async function askViaCep(zipCode: string, timeoutMs: number): Promise<ZipPlace | null> {
  const { status, body } = await callExternalUrl(
    `${config().VIACEP_URL}/ws/${zipCode}/json/`,
    { method: 'GET', headers: { accept: 'application/json' } },
    { timeoutMs },
  )
  if (status !== 200) throw new Error(`ViaCEP answered ${status}`)
  const answer: unknown = JSON.parse(body.toString())
  if (Unknown.safeParse(answer).success) return null
  const { logradouro, bairro, localidade, uf } = Found.parse(answer)
  const nowhere = { latitude: null, longitude: null }
  return { zipCode, address: logradouro, neighborhood: bairro, city: localidade, state: uf, ...nowhere }
}
