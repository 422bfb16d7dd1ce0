import { CONTACT_LISTS } from '../../../data/campaigns/contact-list.ts'
import { NO_LIST_FILE } from '../../../data/jobs/job.ts'
import { requireRow } from '../../../data/table/small-list.ts'
import { beginExport } from '../../begin-export.ts'
import type { Operations } from '../operations.ts'

/** Begins a job that makes the file. */
export const exportContactList: Operations['contactLists']['export'] = async (
  { companyId, actor, audit },
  { params: { id }, body: { format } },
) => {
  const list = await requireRow(companyId, CONTACT_LISTS, id)
  audit({ name: list.name })
  return beginExport(companyId, actor.userId, {
    kind: 'contactListExport',
    subject: list.name,
    state: { contactListId: id, format, ...NO_LIST_FILE },
  })
}
