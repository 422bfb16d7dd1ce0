/**
 * Locks of lists: whether a row may be added depends on all rows of its list. Each change that is
 * decided by them raises the list's version, on condition that it is the one from before they were
 * read: of two decided by the same rows, the second decides again. Costs 1 read and 2 write units.
 */
import { z } from 'zod'
import { defineRow } from './define-row.ts'
import { CONTENDED, retryUntilWritten, update, type Write } from './transact.ts'

const LOCKS = defineRow({
  kind: 'listLock',
  key: { pk: '${companyId}#list-locks', sk: '${name}' },
  content: z.object({ companyId: z.string(), name: z.string(), version: z.number() }),
  keyOnly: ['companyId', 'name'],
})

/** Lists with a limit that is no count of their own. */
export type LockedList = 'dataImport' | 'promptCase' | 'promptRun' | 'rule' | 'view' | 'webhook'

/**
 * Decides on a change by all rows of a list. `attempt` reads them consistently, and writes `lock`
 * in the transaction of the change; it is repeated where another change was decided meanwhile.
 * @throws what `attempt` throws, and ERR_CONFLICT if others come first in every round
 */
export const withListLock = <T>(
  companyId: string,
  name: LockedList,
  attempt: (lock: Write) => Promise<T>,
): Promise<T> =>
  retryUntilWritten(
    async () => {
      const before = (await LOCKS.get({ companyId, name }, { consistent: true }))?.version
      const lock = LOCKS.upsert(
        { companyId, name },
        {
          set: { version: (before ?? 0) + 1 },
          when: is => [before === undefined ? is.absent('version') : is.equal('version', before)],
        },
      )
      return attempt(update('listLock', lock))
    },
    { rounds: CONTENDED, labels: ['listLock'] },
  )
