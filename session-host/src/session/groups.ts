import type { GroupMetadata } from '@whiskeysockets/baileys'
import { errorName, type Log } from '../log.ts'

/**
 * Milliseconds for which a description is valid, and for which a failure to get one is remembered.
 */
const KNOWN_MS = 60 * 60 * 1000
const UNKNOWN_MS = 60 * 1000
const ANSWER_MS = 10_000
const GROUPS = 200

export type Groups = {
  /**
   * Returns a group from memory, without asking; `metadata` is absent if WhatsApp did not return
   * any.
   */
  known: (jid: string) => { metadata: GroupMetadata | undefined } | undefined
  /**
   * Returns a group as WhatsApp describes it, cached until it changes. Undefined if WhatsApp does
   * not return it.
   */
  metadata: (jid: string) => Promise<GroupMetadata | undefined>
  /** Drops a group that has changed. */
  changed: (jid: string) => void
  /** Drops all groups: changes of members were not received for a while. */
  forgetAll: () => void
}

/**
 * Creates the cache of a connection's groups. Members decide who can read what is sent, so a group
 * that changed during its request is not cached.
 * @param options.ask asks WhatsApp; undefined while there is no socket
 */
export function createGroups(options: {
  ask: (jid: string) => Promise<GroupMetadata> | undefined
  log: Log
  now?: () => number
  answerMs?: number
}): Groups {
  const { log, now = Date.now, answerMs = ANSWER_MS } = options
  const groups = new Map<string, { metadata: GroupMetadata | undefined; until: number }>()
  /**
   * Number that rises with every change; a description requested before a change may be older than
   * it.
   */
  let changes = 0

  function known(jid: string) {
    const group = groups.get(jid)
    return group && group.until > now() ? group : undefined
  }

  async function describe(jid: string): Promise<GroupMetadata | undefined> {
    let timer: NodeJS.Timeout | undefined
    try {
      const late = new Promise<undefined>(resolve => {
        timer = setTimeout(() => resolve(undefined), answerMs)
      })
      return await Promise.race([options.ask(jid), late])
    } catch (error) {
      log.debug({ error: errorName(error) }, 'a group was not described')
      return undefined
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    known,
    async metadata(jid) {
      const remembered = known(jid)
      if (remembered) return remembered.metadata
      const before = changes
      const metadata = await describe(jid)
      if (before !== changes) return metadata
      groups.delete(jid)
      groups.set(jid, { metadata, until: now() + (metadata ? KNOWN_MS : UNKNOWN_MS) })
      if (groups.size > GROUPS) groups.delete(groups.keys().next().value!)
      return metadata
    },
    changed(jid) {
      changes++
      groups.delete(jid)
    },
    forgetAll() {
      changes++
      groups.clear()
    },
  }
}
