import { META_APP } from '../../local/simulator-accounts.ts'
import { type Message, type MetaPage, sign } from './meta-state.ts'

export type Webhooks = {
  /** Sends an event of a conversation of the account. */
  send: (metaPage: MetaPage, accountId: string, event: Record<string, unknown>, field: string) => void
  /** Waits until all events so far were answered or given up. */
  settled: () => Promise<void>
}

const TRIES = 8
const PAUSE_MS = 500

/**
 * Sends signed webhooks to the app, one after the other; repeats those not answered with 200, as
 * Meta does.
 */
export function createWebhooks(url: string | undefined): Webhooks {
  let line: Promise<void> = Promise.resolve()
  let verified = false

  async function verify(): Promise<boolean> {
    const query = new URLSearchParams({
      'hub.mode': 'subscribe',
      'hub.verify_token': META_APP.verifyToken,
      'hub.challenge': '1158201444',
    })
    const answer = await fetch(`${url}?${query}`)
    verified = answer.ok && (await answer.text()) === '1158201444'
    return verified
  }

  async function deliver(body: string): Promise<void> {
    for (let attempt = 0; attempt < TRIES; attempt++) {
      try {
        if (verified || (await verify())) {
          const headers = { 'content-type': 'application/json', 'x-hub-signature-256': sign(body, META_APP.secret) }
          const answer = await fetch(url!, { method: 'POST', headers, body })
          await answer.arrayBuffer()
          if (answer.ok) return
        }
      } catch {
        // The app is not reachable: the next attempt follows.
      }
      await new Promise(resolve => setTimeout(resolve, PAUSE_MS * (attempt + 1)).unref())
    }
  }

  return {
    send(metaPage, accountId, event, field) {
      if (!url || !metaPage.subscribed?.includes(field)) return
      const object = accountId === metaPage.instagramId ? 'instagram' : 'page'
      const body = JSON.stringify({ object, entry: [{ id: accountId, time: Date.now(), messaging: [event] }] })
      line = line.then(() => deliver(body))
    },
    settled: () => line,
  }
}

/** Returns a message as an event of Meta's webhooks. */
export function asEvent(
  message: Message,
  publicUrl: string,
  extra: Record<string, unknown> = {},
): Record<string, unknown> {
  const { accountId, customerId, fromCustomer, mid, text, file, at, deleted } = message
  const [sender, recipient] = fromCustomer ? [customerId, accountId] : [accountId, customerId]
  return {
    sender: { id: sender },
    recipient: { id: recipient },
    timestamp: at,
    message: {
      mid,
      ...(deleted ? { is_deleted: true } : {}),
      ...(text && !deleted ? { text } : {}),
      ...(file && !deleted
        ? { attachments: [{ type: file.type, payload: { url: `${publicUrl}/simulated/meta/media/${file.id}` } }] }
        : {}),
      ...extra,
    },
  }
}
