import { z } from 'zod'
import { route } from '../../api-contract/route.ts'
import { Whatsapp } from '../../entities/whatsapp.ts'
import { metaWebhook } from './meta-webhook.ts'

export const facebook = {
  login: route({
    method: 'GET',
    path: '/facebook',
    summary: 'Address to sign in with Facebook; null if the installation has no app at Meta',
    access: 'admin',
    /** URL without `redirect_uri` and `state`, which the browser adds. */
    response: z.object({ loginUrl: z.url().nullable() }),
  }),
  connect: route({
    method: 'POST',
    path: '/facebook',
    summary:
      'Connect the pages somebody shared, and their Instagram accounts; those that are connected get the new token',
    access: 'admin',
    audit: 'connection.connect',
    body: z.object({
      /** Owner of the token, if known; a token of somebody else is refused. */
      facebookUserId: z
        .string()
        .regex(/^\d{1,40}$/)
        .optional(),
      facebookUserToken: z.string().min(1).max(2000),
      addInstagram: z.boolean().default(false),
    }),
    response: z.object({ connections: z.array(Whatsapp) }),
    status: 201,
    errors: [
      'ERR_META_NOT_CONFIGURED',
      'ERR_META_LOGIN',
      'ERR_META_NO_PAGES',
      'ERR_META_UNAVAILABLE',
      'ERR_PLAN_LIMIT',
      'ERR_WAPP_NAME_ALREADY_EXISTS',
    ],
  }),
}

export const facebookWebhook = metaWebhook('/webhook/facebook', 'What Meta tells of pages and Instagram accounts')
