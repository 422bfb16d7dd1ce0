import type { TemplateComponent } from '@balcao/shared/entities/template.ts'
import { type MetaTemplate, saveTemplate, type TemplateRow } from '../src/data/channels/template.ts'

/** Parts of a template with named variables in its header and body. */
export const TEMPLATE_PARTS: TemplateComponent[] = [
  {
    type: 'HEADER',
    format: 'TEXT',
    text: 'Pedido {{order_number}}',
    example: { header_text_named_params: [{ param_name: 'order_number', example: '1001' }] },
  },
  {
    type: 'BODY',
    text: 'Olá, {{first_name}}! Seu pedido saiu para entrega.',
    example: { body_text_named_params: [{ param_name: 'first_name', example: 'Ana' }] },
  },
  { type: 'FOOTER', text: 'Loja' },
  { type: 'BUTTONS', buttons: [{ type: 'QUICK_REPLY', text: 'Obrigado' }] },
]

/** Creates an approved template of a business account, as if Meta had it. */
export async function makeTemplate(
  companyId: string,
  businessAccountId: string,
  changes: Partial<MetaTemplate> = {},
): Promise<TemplateRow> {
  const template: MetaTemplate = {
    metaId: String(Math.floor(1e15 * (1 + Math.random()))),
    name: `pedido_${crypto.randomUUID().slice(0, 8)}`,
    language: 'pt_BR',
    category: 'UTILITY',
    status: 'APPROVED',
    quality: 'GREEN',
    rejectedReason: null,
    components: TEMPLATE_PARTS,
    ...changes,
  }
  const saved = await saveTemplate(companyId, businessAccountId, undefined, template)
  if (!saved) throw new Error('the template exists')
  return saved.row
}
