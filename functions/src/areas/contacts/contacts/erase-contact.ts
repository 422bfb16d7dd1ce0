import { AppError } from '@balcao/shared/errors.ts'
import { confirmsContact } from '@balcao/shared/rules/confirms-contact.ts'
import { getContact } from '../../../data/contacts/contact-row.ts'
import { erasedPersonOf } from '../../../data/contacts/erased-person.ts'
import { liveJob, newJob } from '../../../data/jobs/job.ts'
import { transact } from '../../../data/table/transact.ts'
import { requireUser } from '../../../data/team/user.ts'
import { beginJob } from '../../../messaging/begin-job.ts'
import type { Operations } from '../operations.ts'

/** Begins the job that erases a contact; of two at once, each finds done what the other did. */
export const eraseContact: Operations['contacts']['erase'] = async ({ companyId, actor }, { params: { id }, body }) => {
  const [contact, user, live] = await Promise.all([
    getContact(companyId, id, true),
    requireUser(companyId, actor.userId),
    liveJob(companyId, null, 'contactErasure', job => job.kind === 'contactErasure' && job.state.contactId === id),
  ])
  if (!contact) throw new AppError('ERR_NO_CONTACT_FOUND')
  if (!confirmsContact(body.confirmation, contact)) throw new AppError('ERR_CONFIRMATION_MISMATCH')
  if (live) return { jobId: live.id }
  const { job, writes } = newJob(companyId, {
    kind: 'contactErasure',
    user: { id: user.id, name: user.name },
    state: { contactId: id, person: erasedPersonOf(contact), stage: 'tickets', from: null, target: 0 },
  })
  await transact(writes)
  await beginJob(job)
  return { jobId: job.id }
}
