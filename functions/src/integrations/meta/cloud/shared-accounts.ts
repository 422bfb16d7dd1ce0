import { z } from 'zod'
import { config } from '../../../config.ts'
import { callGraph } from '../graph.ts'

const Debugged = z.object({
  data: z.object({
    app_id: z.string().optional(),
    is_valid: z.boolean(),
    granular_scopes: z
      .array(z.object({ scope: z.string(), target_ids: z.array(z.string().regex(/^\d{1,40}$/)).optional() }))
      .optional(),
  }),
})

const MAX_ACCOUNTS = 50

/**
 * Returns the business accounts that a token was given for ("Debug token": `granular_scopes`);
 * undefined for a token that is not valid, or of another app.
 * @throws GraphError
 */
export async function accountsSharedBy(token: string): Promise<string[] | undefined> {
  const { META_APP_ID, META_APP_SECRET } = config()
  const { data } = await callGraph('debug_token', Debugged, {
    query: { input_token: token },
    token: `${META_APP_ID}|${META_APP_SECRET}`,
  })
  if (!data.is_valid || (data.app_id !== undefined && data.app_id !== META_APP_ID)) return undefined
  const scope = data.granular_scopes?.find(each => each.scope === 'whatsapp_business_management')
  return [...new Set(scope?.target_ids)].slice(0, MAX_ACCOUNTS)
}
