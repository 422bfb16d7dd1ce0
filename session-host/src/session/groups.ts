import type { GroupMetadata } from '@whiskeysockets/baileys'
import { errorName, type Log } from '../log.ts'

/** How long a description is believed, and how long it is that WhatsApp did not give one. */
const KNOWN_MS = 60 * 60 * 1000
const UNKNOWN_MS = 60 * 1000
const ANSWER_MS = 10_000
const GROUPS = 200

export type Groups = {
  /** What is remembered of a group, without asking; `metadata` is absent when WhatsApp did not tell. */
  known: (jid: string) => { metadata: GroupMetadata | undefined } | undefined
  /** A group as WhatsApp describes it, remembered until it changes. Undefined when WhatsApp does not tell. */
  metadata: (jid: string) => Promise<GroupMetadata | undefined>
  /** It has changed. */
  changed: (jid: string) => void
  /** Who joined or left anywhere is not told for a while. */
  forgetAll: () => void
}

/**
 * The groups of a connection. Who is a member decides who can read what is sent, so what changed while it was asked for is
 * not remembered.
 * @param options.ask WhatsApp; undefined while there is no socket
 */
export function createGroups(options: {
  ask: (jid: string) => Promise<GroupMetadata> | undefined
  log: Log
  now?: () => number
  answerMs?: number
}): Groups {
  const { log, now = Date.now, answerMs = ANSWER_MS } = options
  const groups = new Map<string, { metadata: GroupMetadata | undefined; until: number }>()
  /** Rises with every change; a description asked for before it may be older than it. */
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
