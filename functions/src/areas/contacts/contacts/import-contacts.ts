import { AppError } from '@balcao/shared/errors.ts'
import { readAddressBook } from '../../../data/channels/address-book.ts'
import { defaultWhatsapp, requireWhatsapp } from '../../../data/channels/whatsapp.ts'
import { liveJob, NO_COUNTS, newJob } from '../../../data/jobs/job.ts'
import { transact } from '../../../data/table/transact.ts'
import { requireUser } from '../../../data/team/user.ts'
import { beginJob } from '../../../messaging/begin-job.ts'
import { connectedWhatsapp } from '../../../messaging/connected-whatsapp.ts'
import type { Operations } from '../operations.ts'

/** Begins a job that imports a phone's address book as contacts. */
export const importContacts: Operations['contacts']['import'] = async (
  { companyId, actor },
  { body: { whatsappId } },
) => {
  const connection = whatsappId
    ? await requireWhatsapp(companyId, whatsappId)
    : ((await connectedWhatsapp(companyId)) ?? (await defaultWhatsapp(companyId)))
  const [user, live, book] = await Promise.all([
    requireUser(companyId, actor.userId),
    liveJob(
      companyId,
      null,
      'phoneImport',
      job => job.kind === 'phoneImport' && job.state.whatsappId === connection.id,
    ),
    readAddressBook(companyId, connection.id),
  ])
  if (live) return { jobId: live.id }
  // A phone that was never linked has none, and one that is not connected may not have sent it yet.
  if (book.length === 0 && connection.status !== 'CONNECTED') throw new AppError('ERR_WAPP_NOT_INITIALIZED')
  const { job, writes } = newJob(companyId, {
    kind: 'phoneImport',
    user: { id: user.id, name: user.name },
    subject: connection.name,
    total: book.length,
    state: { whatsappId: connection.id, from: null, fates: [], counts: NO_COUNTS },
  })
  await transact(writes)
  await beginJob(job)
  return { jobId: job.id }
}
