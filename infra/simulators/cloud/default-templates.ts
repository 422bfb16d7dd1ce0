import { newNumber } from '../meta/meta-state.ts'
import type { Template } from './template-types.ts'

type Given = Pick<Template, 'name' | 'language' | 'category' | 'parameterFormat' | 'components'>

const GIVEN: readonly Given[] = [
  {
    name: 'hello_world',
    language: 'en_US',
    category: 'UTILITY',
    parameterFormat: 'POSITIONAL',
    components: [
      { type: 'HEADER', format: 'TEXT', text: 'Hello World' },
      { type: 'BODY', text: 'Welcome and congratulations!! This message demonstrates your ability to send a message.' },
      { type: 'FOOTER', text: 'WhatsApp Business Platform sample message' },
    ],
  },
  {
    name: 'pedido_atualizado',
    language: 'pt_BR',
    category: 'UTILITY',
    parameterFormat: 'NAMED',
    components: [
      {
        type: 'HEADER',
        format: 'TEXT',
        text: 'Pedido {{numero}}',
        example: { header_text_named_params: [{ param_name: 'numero', example: '1042' }] },
      },
      {
        type: 'BODY',
        text: 'Olá, {{nome}}! Seu pedido mudou de situação: {{situacao}}. Qualquer dúvida, responda aqui.',
        example: {
          body_text_named_params: [
            { param_name: 'nome', example: 'Ana' },
            { param_name: 'situacao', example: 'saiu para entrega' },
          ],
        },
      },
      { type: 'FOOTER', text: 'Mensagem automática' },
    ],
  },
  {
    name: 'oferta_da_semana',
    language: 'pt_BR',
    category: 'MARKETING',
    parameterFormat: 'NAMED',
    components: [
      {
        type: 'BODY',
        text: 'Oi, {{nome}}! Esta semana temos {{oferta}} esperando por você na loja.',
        example: {
          body_text_named_params: [
            { param_name: 'nome', example: 'Ana' },
            { param_name: 'oferta', example: 'frete grátis' },
          ],
        },
      },
      { type: 'FOOTER', text: 'Toque no botão para não receber mais' },
      {
        type: 'BUTTONS',
        buttons: [
          { type: 'QUICK_REPLY', text: 'Quero ver' },
          { type: 'QUICK_REPLY', text: 'Parar promoções' },
        ],
      },
    ],
  },
]

/** Returns the approved templates with which an account begins. */
export const defaultTemplates = (accountId: string): Template[] =>
  GIVEN.map(given => ({
    ...structuredClone(given),
    id: newNumber(),
    accountId,
    status: 'APPROVED',
    rejectedReason: 'NONE',
    quality: 'GREEN',
    editedAt: [],
    deletedAt: null,
  }))
