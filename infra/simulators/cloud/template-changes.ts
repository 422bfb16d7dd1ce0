import type { CloudContext } from './cloud-context.ts'
import type { Template, TemplateCategory, TemplateStatus } from './template-types.ts'

export type TemplateChange = {
  status?: TemplateStatus | undefined
  /** Reason of a rejection, in Meta's words. */
  reason?: string | undefined
  category?: TemplateCategory | undefined
  quality?: Template['quality'] | undefined
}

/** Changes what Meta decides about a template, and tells it by webhook. */
export function setTemplateStatus(template: Template, change: TemplateChange, { state, webhooks }: CloudContext): void {
  const { status, category, quality } = change
  const reason = change.reason ?? (status === 'REJECTED' ? 'INVALID_FORMAT' : 'NONE')
  const named = {
    message_template_id: Number(template.id),
    message_template_name: template.name,
    message_template_language: template.language,
  }
  const send = (field: string, value: Record<string, unknown>) => webhooks.send(template.accountId, null, field, value)
  if (category && category !== template.category) {
    send('template_category_update', { ...named, previous_category: template.category, new_category: category })
    template.category = category
  }
  if (quality && quality !== template.quality) {
    send('message_template_quality_update', {
      previous_quality_score: template.quality,
      new_quality_score: quality,
      ...named,
    })
    template.quality = quality
  }
  if (status && status !== template.status) {
    template.status = status
    template.rejectedReason = status === 'REJECTED' ? reason : 'NONE'
    send('message_template_status_update', {
      event: status,
      ...named,
      reason,
      message_template_category: template.category,
      ...(status === 'DISABLED' ? { disable_info: { disable_date: Math.floor(Date.now() / 1000) } } : {}),
      ...(status === 'PAUSED'
        ? {
            other_info: {
              title: 'FIRST_PAUSE',
              description:
                'Your WhatsApp message template has been paused for 3 hours because it continued to have issues.',
            },
          }
        : {}),
    })
  }
  state.save('template', template)
}
