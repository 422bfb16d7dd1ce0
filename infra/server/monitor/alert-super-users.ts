import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { SuperUser } from '@balcao/functions/data/account/super-users.ts'
import { sendBySmtp } from '@balcao/functions/integrations/email/send-smtp.ts'
import { serverProblemEmail } from '@balcao/functions/integrations/email/server-problem.ts'
import type { ServerProblem } from '@balcao/shared/rules/server-problems.ts'
import type { Disk } from '../../local/disk.ts'
import { type Services, serviceVariables } from '../../local/start-services.ts'
import { tableVariables } from '../../operations/table-variables.ts'

export type AlertOptions = {
  endpoints: Services['endpoints']
  tableName: string
  PUBLIC_URL: string
  /** Mail server and sender; without them nothing is sent. */
  SMTP_URL?: string | undefined
  EMAIL_FROM?: string | undefined
  /** Address that is told as well. */
  ALERT_EMAIL?: string | undefined
}

/** Tells the super users of a problem. @returns how many of them */
export type Alert = (problem: ServerProblem, disk: Disk) => Promise<number>

/**
 * Returns a function that tells the super users by e-mail what is wrong with the server. It is sent
 * by this process, because a full disk takes no message for the queue of e-mails. Whoever was
 * known before is told even if the table does not answer.
 */
export function alertSuperUsers(options: AlertOptions): Alert {
  const { PUBLIC_URL, SMTP_URL: server, EMAIL_FROM: from, ALERT_EMAIL: also } = options
  let known: SuperUser[] = []

  async function people(): Promise<SuperUser[]> {
    known = (await readSuperUsers(options).catch(() => undefined)) ?? known
    const isThere = known.some(({ email }) => email === also)
    return also === undefined || isThere ? known : [...known, { name: also, email: also, language: 'pt' }]
  }

  return async (problem, disk) => {
    if (!server || !from) return 0
    const told = await Promise.allSettled(
      (await people()).map(({ name, email, language }) => {
        const content = serverProblemEmail({ language, name, problem, disk, link: `${PUBLIC_URL}/server` })
        return sendBySmtp(server, { id: crypto.randomUUID(), from, to: email, content })
      }),
    )
    const failed = told.find(each => each.status === 'rejected')
    const count = told.filter(each => each.status === 'fulfilled').length
    if (failed && count === 0) throw failed.reason
    return count
  }
}

/**
 * Reads the super users by the data layer, in a thread of its own: its environment is not that of
 * this process, and its memory is free afterwards.
 */
async function readSuperUsers({ endpoints, tableName }: AlertOptions): Promise<SuperUser[]> {
  const thread = new Worker(new URL('./read-super-users.ts', import.meta.url), {
    env: { ...serviceVariables(endpoints), ...tableVariables('server'), TABLE_NAME: tableName },
  })
  try {
    const [found] = (await once(thread, 'message')) as [SuperUser[]]
    return found
  } finally {
    await thread.terminate()
  }
}
