import { AppError } from '@balcao/shared/errors.ts'
import { capabilitiesOf } from '@balcao/shared/rules/capabilities.ts'
import { CONTACT_LISTS } from '../../../data/campaigns/contact-list.ts'
import { defaultWhatsapp, requireWhatsapp } from '../../../data/channels/whatsapp.ts'
import { requireRow } from '../../../data/table/small-list.ts'
import { requireUser } from '../../../data/team/user.ts'
import { beginCheckOf } from '../../../messaging/begin-number-check.ts'
import { connectedWhatsapp, isNeverAsked } from '../../../messaging/connected-whatsapp.ts'
import type { Operations } from '../operations.ts'

/** Begins a job that asks WhatsApp about the list's numbers. */
export const checkContactList: Operations['contactLists']['check'] = async (
  { companyId, actor },
  { params: { id }, body: { whatsappId, anew } },
) => {
  const [list, user] = await Promise.all([
    requireRow(companyId, CONTACT_LISTS, id),
    requireUser(companyId, actor.userId),
  ])
  await requireConnected(companyId, whatsappId)
  return { jobId: (await beginCheckOf(companyId, list, user, whatsappId ?? null, { anew })).id }
}

/**
 * Requires a CONNECTED WhatsApp connection that can ask, unless the company has none that ever can.
 * @throws ERR_NO_WAPP_FOUND, ERR_NO_DEF_WAPP_FOUND when there is none to choose,
 * ERR_WAPP_NOT_INITIALIZED while it is not CONNECTED, and for a metaPage
 */
async function requireConnected(companyId: string, whatsappId: string | undefined): Promise<void> {
  if (!whatsappId && ((await connectedWhatsapp(companyId)) || (await isNeverAsked(companyId)))) return
  const row = whatsappId ? await requireWhatsapp(companyId, whatsappId) : await defaultWhatsapp(companyId)
  if (row.status !== 'CONNECTED' || !capabilitiesOf(row).numberCheck) throw new AppError('ERR_WAPP_NOT_INITIALIZED')
}
