import { changeSecrets, openSecrets } from '../../local/template/secrets.ts'
import { joinSecrets, type ServerSecrets } from './carry-secrets.ts'
import type { DeployedStage } from './stage-functions.ts'

const nameOf = (secret: string): string => `balcao-server-${secret}`

/** Returns the secrets of a server's data directory, which are made where there are none. */
export function readServerSecrets(dataDir: string): ServerSecrets {
  const secret = openSecrets(dataDir)
  const list = (name: string) => secret(nameOf(name)).split(',')
  return { jwt: list('jwt'), sealing: list('sealing'), vapid: secret(nameOf('vapid')) }
}

/**
 * Adds the secrets of a stage to those of the server to which its companies come back. The key of
 * its push subscriptions replaces the server's, which nobody uses.
 */
export function takeSecrets(dataDir: string, stage: DeployedStage): void {
  const own = readServerSecrets(dataDir)
  changeSecrets(dataDir, {
    [nameOf('jwt')]: joinSecrets('jwt', own.jwt, stage.jwt).join(),
    [nameOf('sealing')]: joinSecrets('sealing', own.sealing, stage.sealing).join(),
    [nameOf('vapid')]: stage.vapid,
  })
}
