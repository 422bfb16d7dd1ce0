import { createHash } from 'node:crypto'
import { getWhatsapp } from '../../data/channels/whatsapp.ts'
import { changeContact, tidyName } from '../../data/contacts/contact.ts'
import type { ContactRow } from '../../data/contacts/contact-row.ts'
import { logger } from '../../http/logger.ts'
import { fetchFromMeta } from '../../integrations/meta/fetch-medium.ts'
import { GraphError } from '../../integrations/meta/graph-error.ts'
import { profileOf } from '../../integrations/meta/send.ts'
import { putObject } from '../../integrations/storage.ts'
import { disconnectMetaPage } from '../../messaging/disconnect-meta-page.ts'
import { enqueueJob } from '../../messaging/enqueue.ts'
import { metaPageTokenOf } from '../../messaging/meta-page-token.ts'
import { publishContact } from '../../messaging/publish-ticket.ts'

/** Maximum bytes of a picture. */
const MAX_PICTURE_BYTES = 2_000_000

/**
 * Updates the name and picture of a metaPage's customer from Meta; anything that cannot be read
 * stays as it is until tomorrow.
 */
export async function refreshMetaPageProfile(
  companyId: string,
  connectionId: string,
  contact: ContactRow,
): Promise<void> {
  const connection = await getWhatsapp(companyId, connectionId)
  const token = connection && metaPageTokenOf(connection)
  if (!connection || !token || !contact.scoped) return
  let profile: Awaited<ReturnType<typeof profileOf>>
  try {
    profile = await profileOf(contact.scoped, token)
  } catch (error) {
    if (error instanceof GraphError && error.failure === 'token') await disconnectMetaPage(connection, 'token')
    else logger.info('a profile is not to be had', { companyId, error: error as Error })
    return
  }
  const picture = (await pictureOf(companyId, profile.picture)) ?? contact.picture
  const name = tidyName(profile.name)
  const named = !contact.nameEdited && name !== '' ? { name } : {}
  if (picture === contact.picture && (named.name ?? contact.name) === contact.name) return
  const changed = await changeContact(companyId, contact.id, { picture, ...named, fromProfile: true })
  await Promise.all([
    publishContact(changed.contact, 'update'),
    enqueueJob({ type: 'rename', companyId, entity: 'contact', id: contact.id }),
  ])
}

/** Stores the picture under a key derived from its content: the same picture is the same object. */
async function pictureOf(companyId: string, url: string | undefined): Promise<string | undefined> {
  if (!url) return undefined
  try {
    const { bytes, mimetype } = await fetchFromMeta(url, MAX_PICTURE_BYTES)
    const key = `${companyId}/media/pictures/${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}.jpg`
    await putObject(key, bytes, mimetype)
    return key
  } catch {
    return undefined
  }
}
