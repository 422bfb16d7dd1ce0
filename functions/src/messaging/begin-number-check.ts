import type { ContactList } from '@balcao/shared/entities/contact-list.ts'
import type { UserRef } from '@balcao/shared/entities/user.ts'
import { newId } from '@balcao/shared/ids.ts'
import { CONTACT_LISTS } from '../data/campaigns/contact-list.ts'
import { getJob, type JobRow, liveJob, newJob } from '../data/jobs/job.ts'
import { getRow } from '../data/table/small-list.ts'
import { transact, WriteConflict } from '../data/table/transact.ts'
import { beginJob } from './begin-job.ts'
import { connectedWhatsapp } from './connected-whatsapp.ts'

type Live = (job: JobRow<'numberCheck'>) => boolean

type Options = {
  /** Returns whether a check that is under way suffices. */
  live?: Live
  /** Job id, where the same work may ask for it again: then nothing new is begun. */
  id?: string
  /** Checks only numbers without a known account, including those whose check failed today. */
  anew?: boolean
}

/**
 * Begins the job that asks WhatsApp about the items of a list, or returns the one under way there
 * when `live` says that it is enough.
 * @param whatsappId the connection to ask over; null: the default one, else any that is CONNECTED
 * by then
 */
export async function beginCheckOf(
  companyId: string,
  list: ContactList,
  user: UserRef,
  whatsappId: string | null,
  { live = () => true, id = newId(), anew = false }: Options = {},
): Promise<JobRow> {
  const known = await liveJob(
    companyId,
    null,
    'numberCheck',
    job =>
      job.kind === 'numberCheck' &&
      job.state.contactListId === list.id &&
      (job.state.anewSince !== undefined) === anew &&
      live(job),
  )
  if (known) return known
  const { job, writes } = newJob(companyId, {
    id,
    kind: 'numberCheck',
    user: { id: user.id, name: user.name },
    subject: list.name,
    state: {
      contactListId: list.id,
      whatsappId,
      ...(anew ? { anewSince: Date.now() } : {}),
      from: null,
      counts: { valid: 0, invalid: 0, unknown: 0 },
      waits: 0,
      shownAt: 0,
    },
  })
  try {
    await transact(writes)
  } catch (error) {
    const begun =
      error instanceof WriteConflict && error.label === 'job' ? await getJob(companyId, id, true) : undefined
    if (begun) return begun
    throw error
  }
  await beginJob(job)
  return job
}

/**
 * Begins a check of a list to which many items were added, if there is a connection to ask over;
 * returns the job's id. A check that has not begun walking the list will reach them, so no second
 * one is begun beside it.
 * @param id the job's, where the same work may ask for it again: then nothing new is begun
 */
export async function beginNumberCheck(
  companyId: string,
  listId: string,
  user: UserRef,
  id?: string,
): Promise<string | undefined> {
  const [list, connection] = await Promise.all([
    getRow(companyId, CONTACT_LISTS, listId, true),
    connectedWhatsapp(companyId),
  ])
  if (!list || !connection) return undefined
  const live: Live = ({ status }) => status === 'waiting'
  return (await beginCheckOf(companyId, list, user, null, { live, ...(id === undefined ? {} : { id }) })).id
}
