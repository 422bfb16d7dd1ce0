/** Lists the metaPages that a user shares, and subscribes to their events. */
import { z } from 'zod'
import { config } from '../../config.ts'
import { callGraph } from './graph.ts'

const Token = z.object({ access_token: z.string().min(1) })

/**
 * Exchanges a token of an hour for one of about two months ("Get a long-lived user access token");
 * the tokens of its metaPages do not expire.
 * @throws GraphError
 */
export async function longLivedToken(userToken: string): Promise<string> {
  const { META_APP_ID, META_APP_SECRET } = config()
  const { access_token } = await callGraph('oauth/access_token', Token, {
    query: {
      grant_type: 'fb_exchange_token',
      client_id: META_APP_ID,
      client_secret: META_APP_SECRET,
      fb_exchange_token: userToken,
    },
  })
  return access_token
}

const Account = z.object({
  id: z.string().regex(/^\d{1,40}$/),
  username: z.string().optional(),
  name: z.string().optional(),
})
const MetaPage = z.object({
  id: z.string().regex(/^\d{1,40}$/),
  name: z.string(),
  access_token: z.string().min(1),
  instagram_business_account: Account.optional(),
})
export type MetaPage = z.infer<typeof MetaPage>
const MetaPages = z.object({
  data: z.array(MetaPage),
  paging: z.object({ cursors: z.object({ after: z.string() }).optional(), next: z.string().optional() }).optional(),
})

const FIELDS = 'id,name,access_token,instagram_business_account{id,username,name}'
/** Maximum number of pages of a hundred rows: nobody shares so many metaPages. */
const MAX_PAGES = 5

/**
 * Returns the metaPages that the token's user shares, each with its own token.
 * @throws GraphError
 */
export async function metaPagesOf(userId: string, token: string): Promise<MetaPage[]> {
  const found: MetaPage[] = []
  let after: string | undefined
  for (let step = 0; step < MAX_PAGES; step++) {
    const { data, paging } = await callGraph(`${userId}/accounts`, MetaPages, {
      query: { fields: FIELDS, limit: '100', ...(after ? { after } : {}) },
      token,
    })
    found.push(...data)
    after = paging?.next ? paging.cursors?.after : undefined
    if (!after) break
  }
  return found
}

const Done = z.object({ success: z.boolean() })

/** Subscribed events. Instagram's come through the metaPage that the account belongs to. */
const TOLD = [
  ...['messages', 'messaging_postbacks', 'message_echoes', 'message_reads', 'message_deliveries'],
  'message_reactions',
].join(',')

/**
 * Subscribes the app to the metaPage's events.
 * @throws GraphError
 */
export async function subscribe(pageId: string, token: string): Promise<void> {
  await callGraph(`${pageId}/subscribed_apps`, Done, { method: 'POST', query: { subscribed_fields: TOLD }, token })
}

/**
 * Unsubscribes the app from the metaPage's events.
 * @throws GraphError
 */
export async function unsubscribe(pageId: string, token: string): Promise<void> {
  await callGraph(`${pageId}/subscribed_apps`, Done, { method: 'DELETE', token, timeoutMs: 5000 })
}
