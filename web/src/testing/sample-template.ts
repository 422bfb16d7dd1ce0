import type { Template } from '@balcao/shared/entities/template.ts'
import { newId } from '@balcao/shared/ids.ts'

/** An approved template with two variables; `changes` say what a test is about. */
export const sampleTemplate = (changes: Partial<Template> = {}): Template => ({
  id: newId(),
  whatsappId: newId(),
  name: 'pedido_saiu',
  language: 'pt_BR',
  category: 'UTILITY',
  status: 'APPROVED',
  quality: 'GREEN',
  rejectedReason: null,
  components: [
    {
      type: 'BODY',
      text: 'Olá, {{first_name}}! Seu pedido {{order_number}} saiu.',
      example: {
        body_text_named_params: [
          { param_name: 'first_name', example: 'Ana' },
          { param_name: 'order_number', example: '1001' },
        ],
      },
    },
    { type: 'FOOTER', text: 'Loja da Ana' },
    { type: 'BUTTONS', buttons: [{ type: 'QUICK_REPLY', text: 'Obrigado' }] },
  ],
  variables: ['first_name', 'order_number'],
  createdAt: '2026-11-20T12:00:00.000Z',
  updatedAt: '2026-11-20T12:00:00.000Z',
  ...changes,
})
