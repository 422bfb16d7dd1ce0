import { z } from 'zod'
import { route } from '../../api-contract/route.ts'

/** Returns the two routes of a webhook at Meta. */
export const metaWebhook = (path: `/${string}`, summary: string) => ({
  verify: route({
    method: 'GET',
    path,
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
    path,
    summary,
    access: 'public',
    response: z.string(),
    text: true,
    errors: ['ERR_WEBHOOK_SIGNATURE', 'ERR_MALFORMED_BODY', 'ERR_UPLOAD_TOO_LARGE'],
  }),
})
