import { ownUser } from '../own-user.ts'

/** Variables of the account at AWS, which `sudo` keeps from its commands otherwise. */
const ACCOUNT = 'AWS_REGION,AWS_ACCESS_KEY_ID,AWS_SECRET_ACCESS_KEY,AWS_SESSION_TOKEN'

/** Commands of the service that `npm run serve -- --install` writes. */
export const STOP = 'sudo systemctl stop balcao'
export const START = 'sudo systemctl start balcao'

/** Returns the command of a move, as an operator of the machine types it. */
export const moveCommand = (options: string, user = ownUser()): string =>
  `sudo -u '${user}' --preserve-env=${ACCOUNT} npm run move -- ${options}`

/** Returns the command of a move to a side or back. */
export const moveTo = (to: 'aws' | 'server', stage: string): string => moveCommand(`--to ${to} --stage ${stage}`)
