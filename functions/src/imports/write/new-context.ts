import type { UserRef } from '@balcao/shared/entities/user.ts'
import { readSettings } from '../../data/company/setting.ts'
import { putStream } from '../../integrations/storage.ts'
import type { MediaSource } from '../media-folder.ts'
import type { OpenImport } from '../open-import.ts'
import { ALONE } from './pace.ts'
import type { WriteContext } from './write-context.ts'

/** Returns what the writing needs to know, with no row of the small kinds known yet. */
export async function newContext(
  companyId: string,
  importId: string,
  { place, recognised }: Pick<OpenImport, 'place' | 'recognised'>,
  given: { startedBy: UserRef; customers: boolean; invite: boolean; media: MediaSource },
): Promise<WriteContext> {
  const { media, ...wishes } = given
  const { timezone } = await readSettings(companyId)
  return {
    companyId,
    importId,
    place,
    systemName: recognised.name,
    ...wishes,
    zone: timezone,
    async storeFile({ path, mimetype }, key) {
      const file = path === null ? undefined : await media.open(path)
      if (!file) return undefined
      try {
        await putStream(key, file.read, file.size, mimetype)
        return file.size
      } catch (error) {
        // A damaged file is listed like a missing one.
        if (file.isBroken?.()) return undefined
        throw error
      }
    },
    pace: ALONE,
    queues: new Map(),
    users: new Map(),
    tags: new Map(),
    ticketFields: new Map(),
    connections: new Map(),
    contactLists: new Map(),
    campaigns: new Map(),
  }
}
