import { randomUUID } from 'node:crypto'
import { Refusal } from '../../local/refusal.ts'
import type { Aws } from './call-aws.ts'
import type { DeployedStage } from './stage-functions.ts'

/** Secrets of a server that its rows and sessions depend on; lists have the newest first. */
export type ServerSecrets = { jwt: string[]; sealing: string[]; vapid: string }

/** Maximum number of secrets in a list (functions/src/config.ts). */
const MAX_SECRETS = 3

/**
 * Joins the secrets of both sides, those of the side that goes on first: it makes new things with
 * its own newest one, and what the other made stays valid.
 * @param keepsOldest the side's oldest secret stays the last one, if need be for a second time: the
 * keys of the public API that its companies have derive from the last
 * @throws when there would be too many
 */
export function joinSecrets(
  what: string,
  own: readonly string[],
  brought: readonly string[],
  keepsOldest = false,
): string[] {
  const distinct = [...new Set([...own, ...brought])]
  const oldest = own.at(-1)
  const joined = keepsOldest && oldest && distinct.at(-1) !== oldest ? [...distinct, oldest] : distinct
  if (joined.length <= MAX_SECRETS) return joined
  throw new Refusal(
    `${what}: ${joined.length} secrets are in use on both sides together, and ${MAX_SECRETS} can be. Finish the ` +
      'change of a secret that is under way first (docs/operations/secrets.md)',
  )
}

/** Returns true if the functions of a stage can open and verify what a server made. */
export const holdsSecrets = (stage: DeployedStage, server: ServerSecrets): boolean =>
  server.jwt.every(secret => stage.jwt.includes(secret)) &&
  server.sealing.every(secret => stage.sealing.includes(secret))

export type PreparedSecrets = { jwtVersion: string; sealingVersion: string; hasVapid: boolean }

/**
 * Adds the secrets of a server to those of a stage in Secrets Manager, for the next deployment of
 * the stage. Repeatable.
 * @param isFresh true if the stage has no company, so that the key of its push subscriptions may be
 * the server's
 */
export async function prepareSecrets(
  aws: Aws,
  stage: string,
  server: ServerSecrets,
  isFresh: boolean,
): Promise<PreparedSecrets> {
  const join = async (name: 'jwt' | 'sealing') => {
    const { value, version } = await readSecret(aws, `balcao-${stage}-${name}`)
    const keepsOldest = name === 'jwt' && !isFresh
    const joined = joinSecrets(name, value.split(','), server[name], keepsOldest).join()
    return joined === value ? version : putSecret(aws, `balcao-${stage}-${name}`, joined)
  }
  const [jwtVersion, sealingVersion] = [await join('jwt'), await join('sealing')]
  const vapid = `balcao-${stage}-vapid`
  const hasVapid = (await readSecret(aws, vapid)).value === server.vapid
  if (isFresh && !hasVapid) await putSecret(aws, vapid, server.vapid)
  return { jwtVersion, sealingVersion, hasVapid: hasVapid || isFresh }
}

const SECRETS = { service: 'secretsmanager' } as const

async function readSecret(aws: Aws, SecretId: string): Promise<{ value: string; version: string }> {
  const { SecretString, VersionId } = await aws.call({
    ...SECRETS,
    target: 'secretsmanager.GetSecretValue',
    body: { SecretId },
  })
  return { value: String(SecretString), version: String(VersionId) }
}

async function putSecret(aws: Aws, SecretId: string, SecretString: string): Promise<string> {
  const { VersionId } = await aws.call({
    ...SECRETS,
    target: 'secretsmanager.PutSecretValue',
    body: { SecretId, SecretString, ClientRequestToken: randomUUID() },
  })
  return String(VersionId)
}
