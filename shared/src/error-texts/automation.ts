import type { ErrorEntry } from './error-entry.ts'

/** Error codes of AI agents, integrations and webhooks. */
export const AUTOMATION_ERRORS = {
  ERR_NO_INTEGRATION_FOUND: {
    status: 404,
    pt: 'Integração não encontrada.',
    en: 'Integration not found.',
    es: 'Integración no encontrada.',
  },
  ERR_INTEGRATION_NAME_ALREADY_EXISTS: {
    status: 409,
    pt: 'Já existe uma integração com este nome.',
    en: 'An integration with this name already exists.',
    es: 'Ya existe una integración con este nombre.',
  },
  ERR_INTEGRATION_ACCOUNT: {
    status: 400,
    pt: 'O JSON não é uma conta de serviço do Google.',
    en: 'The JSON is not a Google service account.',
    es: 'El JSON no es una cuenta de servicio de Google.',
  },
  ERR_INTEGRATION_NO_SECRET: {
    status: 400,
    pt: 'Só integrações n8n e webhook têm um segredo.',
    en: 'Only n8n and webhook integrations have a secret.',
    es: 'Solo las integraciones n8n y webhook tienen un secreto.',
  },
  ERR_INTEGRATION_REFUSED: {
    status: 424,
    pt: 'O sistema da integração recusou a chamada.',
    en: 'The integration’s system refused the call.',
    es: 'El sistema de la integración rechazó la llamada.',
  },
  ERR_INTEGRATION_BUSY: {
    status: 424,
    pt: 'O sistema da integração está recebendo chamadas demais.',
    en: 'The integration’s system is receiving too many calls.',
    es: 'El sistema de la integración está recibiendo demasiadas llamadas.',
  },
  ERR_INTEGRATION_UNREACHABLE: {
    status: 424,
    pt: 'O sistema da integração não respondeu.',
    en: 'The integration’s system did not answer.',
    es: 'El sistema de la integración no respondió.',
  },
  ERR_INTEGRATION_ANSWER: {
    status: 424,
    pt: 'O sistema da integração respondeu algo que não se entende.',
    en: 'The integration’s system answered something that cannot be understood.',
    es: 'El sistema de la integración respondió algo que no se entiende.',
  },
  ERR_NO_DELIVERY_FOUND: {
    status: 404,
    pt: 'Entrega não encontrada.',
    en: 'Delivery not found.',
    es: 'Entrega no encontrada.',
  },
  ERR_DELIVERY_REFUSED: {
    status: 502,
    pt: 'O endereço recusou o aviso.',
    en: 'The address refused the event.',
    es: 'La dirección rechazó el aviso.',
  },
  ERR_DELIVERY_TARGET_GONE: {
    status: 404,
    pt: 'O endereço foi removido ou desativado.',
    en: 'The address was removed or switched off.',
    es: 'La dirección fue eliminada o desactivada.',
  },
  ERR_DELIVERY_ADDRESS_DOWN: {
    status: 422,
    pt: 'O endereço não respondeu durante todo o prazo desta entrega.',
    en: 'The address did not answer for as long as this delivery was kept.',
    es: 'La dirección no respondió durante todo el plazo de esta entrega.',
  },
  ERR_NO_WEBHOOK_FOUND: {
    status: 404,
    pt: 'Webhook não encontrado.',
    en: 'Webhook not found.',
    es: 'Webhook no encontrado.',
  },
  ERR_WEBHOOK_NAME_ALREADY_EXISTS: {
    status: 409,
    pt: 'Já existe um webhook com este nome.',
    en: 'A webhook with this name already exists.',
    es: 'Ya existe un webhook con este nombre.',
  },
  ERR_WEBHOOK_LIMIT: {
    status: 422,
    pt: 'No máximo 5 webhooks por empresa. Exclua um antes.',
    en: 'At most 5 webhooks per company. Delete one first.',
    es: 'Como máximo 5 webhooks por empresa. Elimine uno antes.',
  },
  ERR_NO_PROMPT_FOUND: {
    status: 404,
    pt: 'Agente de IA não encontrado.',
    en: 'AI agent not found.',
    es: 'Agente de IA no encontrado.',
  },
  ERR_PROMPT_NAME_ALREADY_EXISTS: {
    status: 409,
    pt: 'Já existe um agente com este nome.',
    en: 'An agent with this name already exists.',
    es: 'Ya existe un agente con este nombre.',
  },
  ERR_PROMPT_VOICE_INCOMPLETE: {
    status: 422,
    pt: 'Para responder por voz, informe a chave e a região da voz.',
    en: 'To answer by voice, enter the voice key and region.',
    es: 'Para responder por voz, indique la clave y la región de la voz.',
  },
  ERR_PROMPT_KEY_MISSING: {
    status: 422,
    pt: 'Informe a chave da API para testar.',
    en: 'Enter the API key to try it.',
    es: 'Indique la clave de la API para probarlo.',
  },
  ERR_AI_TOKENS_SPENT: {
    status: 422,
    pt: 'O limite de tokens deste mês foi atingido. Um administrador pode aumentá-lo em Agentes de IA.',
    en: 'This month’s token limit has been reached. An admin can raise it under AI agents.',
    es: 'Se alcanzó el límite de tokens de este mes. Un administrador puede aumentarlo en Agentes de IA.',
  },
  ERR_AI_KEY_REFUSED: {
    status: 424,
    pt: 'O serviço de IA recusou a chave da API. Confira-a no agente.',
    en: 'The AI service refused the API key. Check it in the agent.',
    es: 'El servicio de IA rechazó la clave de la API. Revísela en el agente.',
  },
  ERR_AI_BUSY: {
    status: 424,
    pt: 'O serviço de IA está ocupado ou sem saldo.',
    en: 'The AI service is busy or out of credit.',
    es: 'El servicio de IA está ocupado o sin saldo.',
  },
  ERR_AI_UNREACHABLE: {
    status: 424,
    pt: 'O serviço de IA não respondeu a tempo.',
    en: 'The AI service did not answer in time.',
    es: 'El servicio de IA no respondió a tiempo.',
  },
  ERR_AI_ANSWER: {
    status: 424,
    pt: 'O serviço de IA respondeu algo que não pôde ser usado.',
    en: 'The AI service answered something that cannot be used.',
    es: 'El servicio de IA respondió algo que no se puede usar.',
  },
} as const satisfies Record<string, ErrorEntry>
