import { randomUUID } from 'node:crypto'
import { rightsOf } from '@balcao/functions/data/account/session.ts'
import { findByEmail } from '@balcao/functions/data/table/unique.ts'
import { requireUser } from '@balcao/functions/data/team/user.ts'
import type { AreaHandler } from '@balcao/functions/http/area-handler.ts'
import { signAccessToken } from '@balcao/functions/http/tokens.ts'
import { startSession } from '@balcao/functions/test/start-session.ts'
import { newId } from '@balcao/shared/ids.ts'

/** Returns a user's token without the key derivation of a password. */
export async function signIn(email: string): Promise<string> {
  const owner = await findByEmail(email)
  if (!owner) throw new Error(`there is no ${email}`)
  const user = await requireUser(owner.companyId, owner.userId)
  const { companyId, id: userId } = user
  const actor = { companyId, userId, sessionId: newId(), ...rightsOf(user) }
  await startSession(actor)
  return signAccessToken(actor)
}

/** Returns a call in the form in which the gateway passes it to a function. */
export const eventOf = (token: string, httpMethod: string, path: string, query: string, body?: object) =>
  ({
    httpMethod,
    path,
    resource: path,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    queryStringParameters: query ? Object.fromEntries(new URLSearchParams(query)) : null,
    body: body ? JSON.stringify(body) : null,
    isBase64Encoded: false,
    requestContext: { requestId: randomUUID(), identity: { sourceIp: '127.0.0.1' } },
  }) as unknown as Parameters<AreaHandler>[0]
