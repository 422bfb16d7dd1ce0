/**
 * Asks Meta about cloud numbers and their business account (WABA), and subscribes to their events:
 * Business Management API, "Phone numbers" and "Subscribed apps", v23.0 (read on 2026-11-28).
 */
import { MessagingLimit, Quality } from '@balcao/shared/entities/whatsapp.ts'
import { z } from 'zod'
import { config } from '../../../config.ts'
import type { CloudNumber } from '../../../data/channels/whatsapp.ts'
import { callGraph } from '../graph.ts'

const FIELDS = [
  ...['id', 'display_phone_number', 'verified_name', 'quality_rating'],
  // The limit is the business's since October 2025; numbers of their own had one before.
  ...['messaging_limit_tier', 'whatsapp_business_manager_messaging_limit'],
].join(',')

const PhoneNumber = z.object({
  id: z.string().regex(/^\d{1,40}$/),
  display_phone_number: z.string().max(40),
  verified_name: z.string().max(500).nullish(),
  quality_rating: z.string().nullish(),
  messaging_limit_tier: z.string().nullish(),
  whatsapp_business_manager_messaging_limit: z.string().nullish(),
})
const PhoneNumbers = z.object({
  data: z.array(PhoneNumber),
  paging: z.object({ cursors: z.object({ after: z.string() }).optional(), next: z.string().optional() }).optional(),
})

/** Cloud number as Meta describes it; `number` has digits only. */
export type KnownNumber = { phoneNumberId: string; number: string } & CloudNumber

const known = (given: z.infer<typeof PhoneNumber>): KnownNumber => ({
  phoneNumberId: given.id,
  number: given.display_phone_number.replace(/\D/g, ''),
  displayPhoneNumber: given.display_phone_number,
  verifiedName: given.verified_name || null,
  quality: Quality.nullable()
    .catch(null)
    .parse(given.quality_rating ?? null),
  messagingLimit: MessagingLimit.nullable()
    .catch(null)
    .parse(given.whatsapp_business_manager_messaging_limit ?? given.messaging_limit_tier ?? null),
})

/**
 * Returns what Meta says about a number now.
 * @throws GraphError
 */
export const numberOf = async (phoneNumberId: string, token: string): Promise<KnownNumber> =>
  known(await callGraph(phoneNumberId, PhoneNumber, { query: { fields: FIELDS }, token }))

/** Maximum number of pages of a hundred numbers: Meta allows an account fewer. */
const MAX_PAGES = 5

/**
 * Returns the numbers of a business account.
 * @throws GraphError
 */
export async function numbersOf(businessAccountId: string, token: string): Promise<KnownNumber[]> {
  const found: KnownNumber[] = []
  let after: string | undefined
  for (let step = 0; step < MAX_PAGES; step++) {
    const { data, paging } = await callGraph(`${businessAccountId}/phone_numbers`, PhoneNumbers, {
      query: { fields: FIELDS, limit: '100', ...(after ? { after } : {}) },
      token,
    })
    found.push(...data.map(known))
    after = paging?.next ? paging.cursors?.after : undefined
    if (!after) break
  }
  return found
}

const Catalogues = z.object({ data: z.array(z.object({ id: z.string().regex(/^\d{1,40}$/) })) })
const Commerce = z.object({ data: z.array(z.object({ is_catalog_visible: z.boolean().optional() })) })

/**
 * Returns the id of the catalogue whose products a number may send: that of its account, unless the
 * number hides it; null without one ("WhatsApp Commerce Settings" and "Product Catalogs", v23.0,
 * read on 2026-11-28).
 * @throws GraphError, also where the token may not read catalogues
 */
export async function catalogueOf(
  phoneNumberId: string,
  businessAccountId: string,
  token: string,
): Promise<string | null> {
  const given = { token, timeoutMs: 5000 }
  const [catalogues, settings] = await Promise.all([
    callGraph(`${businessAccountId}/product_catalogs`, Catalogues, given),
    callGraph(`${phoneNumberId}/whatsapp_commerce_settings`, Commerce, given),
  ])
  const isHidden = settings.data.some(({ is_catalog_visible }) => is_catalog_visible === false)
  return isHidden ? null : (catalogues.data[0]?.id ?? null)
}

const Done = z.object({ success: z.boolean() })

/**
 * Subscribes the app to a business account's events, at this installation's own address where it
 * has a public one. Meta asks the address for the verify token before it answers.
 * @throws GraphError
 */
export async function subscribeAccount(businessAccountId: string, token: string): Promise<void> {
  const { WEB_ADDRESS, META_VERIFY_TOKEN } = config()
  await callGraph(`${businessAccountId}/subscribed_apps`, Done, {
    method: 'POST',
    token,
    ...(WEB_ADDRESS
      ? {
          body: {
            override_callback_uri: `${WEB_ADDRESS}/api/webhook/whatsapp`,
            verify_token: META_VERIFY_TOKEN,
          },
        }
      : {}),
  })
}

/**
 * Unsubscribes the app from a business account's events.
 * @throws GraphError
 */
export async function unsubscribeAccount(businessAccountId: string, token: string): Promise<void> {
  await callGraph(`${businessAccountId}/subscribed_apps`, Done, { method: 'DELETE', token, timeoutMs: 5000 })
}
