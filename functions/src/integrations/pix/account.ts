/**
 * Our account at the bank: the client of its API and the certificate of mutual TLS. On AWS it is a
 * secret of its own, JSON that the operator puts there (docs/operations/deploying.md, "Billing by
 * Pix"): too large for a function's environment there, so it is read when it is first needed. On one
 * machine the environment has it.
 */
import { z } from 'zod'
import { config } from '../../config.ts'
import { readSecret } from '../aws/read-secret.ts'
import { jsonOf } from '../outgoing/json-of.ts'
import { PixError } from './pix-error.ts'

const PixAccount = z.object({
  clientId: z.string().min(1),
  clientSecret: z.string().min(1),
  /**
   * PEM, both or none; most banks refuse a client without one, the local stage's simulator asks
   * for none.
   */
  certificate: z.string().optional(),
  privateKey: z.string().optional(),
})
export type PixAccount = z.infer<typeof PixAccount>

let kept: { account: PixAccount; until: number } | undefined
/** Time after which a changed secret counts. */
const KEPT_MS = 10 * 60_000

/**
 * Returns the account.
 * @throws PixError ERR_PIX_NOT_CONFIGURED
 */
export async function pixAccount(): Promise<PixAccount> {
  const { PIX_URL, PIX_KEY, PIX_SECRET, PIX_CLIENT_ID: clientId, PIX_CLIENT_SECRET: clientSecret } = config()
  const { PIX_CERTIFICATE_PEM: certificate, PIX_PRIVATE_KEY_PEM: privateKey } = config()
  if (!PIX_URL || !PIX_KEY) throw new PixError('ERR_PIX_NOT_CONFIGURED')
  if (!PIX_SECRET) {
    if (!clientId || !clientSecret) throw new PixError('ERR_PIX_NOT_CONFIGURED')
    return { clientId, clientSecret, certificate, privateKey }
  }
  if (kept && kept.until > Date.now()) return kept.account
  const account = PixAccount.safeParse(jsonOf(await readSecret(PIX_SECRET)))
  if (!account.success) throw new PixError('ERR_PIX_NOT_CONFIGURED')
  kept = { account: account.data, until: Date.now() + KEPT_MS }
  return account.data
}
