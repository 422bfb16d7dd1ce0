import { ERRORS, type ErrorCode } from '@balcao/shared/errors.ts'

/** Notes are in the product's own language: whoever reads them is not known here. */
export const NOTES = {
  gone: 'A integração foi excluída.',
  plan: 'O plano não inclui mais as integrações.',
  secret: 'A integração está sem o segredo ou a conta de serviço.',
  failed: (code: ErrorCode) => `A integração não conseguiu responder. ${ERRORS[code].pt}`,
  event: 'A integração não recebeu a mensagem. Ela é enviada de novo; veja as entregas da integração.',
  lost: 'A integração recebeu a mensagem, mas a resposta se perdeu.',
  waiting: 'A integração ainda não recebeu uma mensagem anterior desta conversa.',
  foreignQueue: 'A integração pediu uma fila que não existe; o pedido foi ignorado.',
  over: 'O fluxo da integração terminou.',
  finished: 'O contato encerrou o fluxo da integração.',
  input: (type: string) => `O fluxo pede algo que o WhatsApp não envia (${type}).`,
  moved: 'A integração transferiu a conversa.',
  silent: 'A integração não tem resposta.',
}
