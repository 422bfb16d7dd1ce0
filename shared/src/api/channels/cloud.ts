import { z } from 'zod'
import { route } from '../../api-contract/route.ts'
import { metaWebhook } from './meta-webhook.ts'

export const cloudNumbers = {
  login: route({
    method: 'GET',
    path: '/whatsapp/cloud-numbers',
    summary: "Address to sign in at Meta and share cloud numbers; null if the installation's app has no such sign-up",
    access: 'admin',
    /** URL without `redirect_uri` and `state`, which the browser adds. */
    response: z.object({ loginUrl: z.url().nullable() }),
  }),
  /**
   * Finds the numbers that somebody shared. `accessToken` is sealed: only `whatsapp.create` and
   * `whatsapp.update` of the same company take it, for an hour, in place of a token of Meta's.
   */
  find: route({
    method: 'POST',
    path: '/whatsapp/cloud-numbers',
    summary: 'Cloud numbers that somebody shared by the sign-up, with the token to connect them',
    access: 'admin',
    body: z.object({ userToken: z.string().min(1).max(2000) }),
    response: z.object({
      accessToken: z.string(),
      numbers: z.array(
        z.object({
          phoneNumberId: z.string(),
          businessAccountId: z.string(),
          displayPhoneNumber: z.string(),
          verifiedName: z.string(),
        }),
      ),
    }),
    errors: ['ERR_CLOUD_NOT_CONFIGURED', 'ERR_CLOUD_TOKEN', 'ERR_CLOUD_PERMISSION', 'ERR_META_UNAVAILABLE'],
  }),
}

export const whatsappWebhook = metaWebhook(
  '/webhook/whatsapp',
  'What Meta tells of cloud numbers: messages, statuses, the state of numbers, accounts and templates',
)
