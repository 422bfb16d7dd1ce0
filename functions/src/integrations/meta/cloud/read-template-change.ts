import { z } from 'zod'
import type { AccountEvent } from '../account-events.ts'

const Text = z.string().max(2000).nullish().catch(undefined)

const TemplateUpdate = z.object({
  message_template_id: z.union([z.string().min(1).max(64), z.number().int()]),
  message_template_name: z.string().max(2000),
  message_template_language: z.string().max(20),
  event: Text,
  reason: Text,
  new_quality_score: Text,
  new_category: Text,
})

const FIELDS = new Set([
  'message_template_status_update',
  'message_template_quality_update',
  'template_category_update',
])

/** Returns the event of a template's change; undefined for any other change. */
export function readTemplateChange(
  field: string,
  value: unknown,
  businessAccountId: string,
  tick: () => number,
): AccountEvent | undefined {
  const known = FIELDS.has(field) ? TemplateUpdate.safeParse(value) : undefined
  if (!known?.success) return undefined
  const { data } = known
  const isStatus = field === 'message_template_status_update'
  return {
    type: 'template',
    businessAccountId,
    templateId: String(data.message_template_id),
    name: data.message_template_name,
    language: data.message_template_language,
    ...(isStatus && data.event ? { status: data.event } : {}),
    ...(isStatus && data.reason && data.reason !== 'NONE' ? { rejectedReason: data.reason } : {}),
    ...(data.new_quality_score ? { quality: data.new_quality_score } : {}),
    ...(data.new_category ? { category: data.new_category } : {}),
    at: tick(),
  }
}
