import { z } from 'zod'
import { route } from '../../api-contract/route.ts'
import { Whatsapp } from '../../entities/whatsapp.ts'

export const facebook = {
  login: route({
    method: 'GET',
    path: '/facebook',
    summary: 'Where one signs in with Facebook; null where the installation has no app at Meta',
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

export const facebookWebhook = {
  verify: route({
    method: 'GET',
    path: '/webhook/facebook',
    summary: 'Meta asks whether the webhook is ours (Webhooks, "Verification Requests")',
    access: 'public',
    query: z.object({
      'hub.mode': z.string().max(50).optional(),
      'hub.verify_token': z.string().max(500).optional(),
      'hub.challenge': z.string().max(500).optional(),
    }),
    response: z.string(),
    text: true,
    errors: ['ERR_NO_PERMISSION'],
  }),
  /**
   * Takes Meta's JSON under `X-Hub-Signature-256`; the body is parsed only if the signature over
   * its bytes is right.
   */
  take: route({
    method: 'POST',
    path: '/webhook/facebook',
    summary: 'What Meta tells of pages and Instagram accounts',
    access: 'public',
    response: z.string(),
    text: true,
    errors: ['ERR_WEBHOOK_SIGNATURE', 'ERR_MALFORMED_BODY', 'ERR_UPLOAD_TOO_LARGE'],
  }),
}
