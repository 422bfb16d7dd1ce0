/**
 * Notes that bots leave for people when they hand off: each reason has a name, with its text in
 * each language, since the reader's language is unknown when the note is written. Pure.
 */
import type { NoteReason } from '../entities/ticket.ts'
import type { Language } from './language.ts'

type Texts = Record<Language, string>

const AGENT: Texts = { pt: 'IA', en: 'AI', es: 'IA' }
const INTEGRATION: Texts = { pt: 'Integração', en: 'Integration', es: 'Integración' }
const BILLS: Texts = { pt: 'Segunda via', en: 'Second copy', es: 'Segunda copia' }
const AUTOMATIC: Texts = { pt: 'Atendimento automático', en: 'Automatic answers', es: 'Atención automática' }

/**
 * Texts by name. `{{words}}` is the bot's own text, or a figure; `{{error}}` is the error. `by`
 * names the author of a note without a name of its own.
 */
export const BOT_NOTES = {
  late: {
    by: AUTOMATIC,
    pt: 'O atendimento automático não chegou a responder: há conversas demais ao mesmo tempo.',
    en: 'Automatic answers did not get round to it: there are too many conversations at once.',
    es: 'La atención automática no llegó a responder: hay demasiadas conversaciones a la vez.',
  },
  many: {
    by: AUTOMATIC,
    pt: 'O atendimento automático respondeu {{words}} vezes em uma hora. Talvez quem escreve seja outro robô.',
    en: 'Automatic answers replied {{words}} times within an hour. Whoever writes may be another bot.',
    es: 'La atención automática respondió {{words}} veces en una hora. Quizá quien escribe sea otro bot.',
  },
  promptGone: {
    by: AGENT,
    pt: 'O agente de IA foi excluído.',
    en: 'The AI agent was deleted.',
    es: 'El agente de IA fue eliminado.',
  },
  promptPlan: {
    pt: 'O plano não inclui mais os agentes de IA.',
    en: 'The plan no longer includes AI agents.',
    es: 'El plan ya no incluye los agentes de IA.',
  },
  promptMany: {
    pt: 'O agente de IA já respondeu {{words}} vezes.',
    en: 'The AI agent has already answered {{words}} times.',
    es: 'El agente de IA ya respondió {{words}} veces.',
  },
  promptAsked: {
    pt: 'O contato pediu para falar com uma pessoa.',
    en: 'The contact asked to talk to a person.',
    es: 'El contacto pidió hablar con una persona.',
  },
  promptKey: {
    pt: 'O agente de IA está sem chave da API.',
    en: 'The AI agent has no API key.',
    es: 'El agente de IA no tiene clave de la API.',
  },
  promptFailed: {
    pt: 'O agente de IA não conseguiu responder. {{error}}',
    en: 'The AI agent could not answer. {{error}}',
    es: 'El agente de IA no pudo responder. {{error}}',
  },
  promptHours: {
    pt: 'O agente de IA não atende neste horário.',
    en: 'The AI agent does not answer at this time.',
    es: 'El agente de IA no atiende en este horario.',
  },
  promptUnsafe: {
    pt: 'O agente de IA ia dizer um valor que ninguém informou, ou as próprias instruções; a resposta não foi enviada.',
    en: 'The AI agent was about to name an amount that nobody gave it, or its own instructions; the answer was not sent.',
    es: 'El agente de IA iba a decir un valor que nadie informó, o sus propias instrucciones; la respuesta no se envió.',
  },
  promptMoved: {
    pt: 'O agente de IA transferiu a conversa.',
    en: 'The AI agent handed the conversation over.',
    es: 'El agente de IA transfirió la conversación.',
  },
  promptMovedWhy: {
    pt: 'O agente de IA transferiu: {{words}}',
    en: 'The AI agent handed over: {{words}}',
    es: 'El agente de IA transfirió: {{words}}',
  },
  integrationGone: {
    by: INTEGRATION,
    pt: 'A integração foi excluída.',
    en: 'The integration was deleted.',
    es: 'La integración fue eliminada.',
  },
  integrationPlan: {
    pt: 'O plano não inclui mais as integrações.',
    en: 'The plan no longer includes integrations.',
    es: 'El plan ya no incluye las integraciones.',
  },
  integrationSecret: {
    pt: 'A integração está sem o segredo ou a conta de serviço.',
    en: 'The integration has no secret or service account.',
    es: 'La integración no tiene el secreto o la cuenta de servicio.',
  },
  integrationFailed: {
    pt: 'A integração não conseguiu responder. {{error}}',
    en: 'The integration could not answer. {{error}}',
    es: 'La integración no pudo responder. {{error}}',
  },
  integrationEvent: {
    pt: 'A integração não recebeu a mensagem. Ela é enviada de novo; veja as entregas da integração.',
    en: 'The integration did not get the message. It is sent again; see the integration’s deliveries.',
    es: 'La integración no recibió el mensaje. Se envía de nuevo; vea las entregas de la integración.',
  },
  integrationLost: {
    pt: 'A integração recebeu a mensagem, mas a resposta se perdeu.',
    en: 'The integration got the message, but its answer was lost.',
    es: 'La integración recibió el mensaje, pero la respuesta se perdió.',
  },
  integrationWaiting: {
    pt: 'A integração ainda não recebeu uma mensagem anterior desta conversa.',
    en: 'The integration has not yet got an earlier message of this conversation.',
    es: 'La integración aún no recibió un mensaje anterior de esta conversación.',
  },
  integrationQueue: {
    pt: 'A integração pediu uma fila que não existe; o pedido foi ignorado.',
    en: 'The integration asked for a queue that does not exist; that was ignored.',
    es: 'La integración pidió una cola que no existe, y se ignoró.',
  },
  integrationOver: {
    pt: 'O fluxo da integração terminou.',
    en: 'The integration’s flow has ended.',
    es: 'El flujo de la integración terminó.',
  },
  integrationFinished: {
    pt: 'O contato encerrou o fluxo da integração.',
    en: 'The contact ended the integration’s flow.',
    es: 'El contacto terminó el flujo de la integración.',
  },
  integrationInput: {
    pt: 'O fluxo pede algo que o WhatsApp não envia ({{words}}).',
    en: 'The flow asks for something WhatsApp does not send ({{words}}).',
    es: 'El flujo pide algo que WhatsApp no envía ({{words}}).',
  },
  integrationMoved: {
    pt: 'A integração transferiu a conversa.',
    en: 'The integration handed the conversation over.',
    es: 'La integración transfirió la conversación.',
  },
  integrationSilent: {
    pt: 'A integração não tem resposta.',
    en: 'The integration has no answer.',
    es: 'La integración no tiene respuesta.',
  },
  billUnknown: {
    by: BILLS,
    pt: 'Segunda via: o CPF ou CNPJ não foi encontrado no sistema de cobrança.',
    en: 'Second copy: the CPF or CNPJ was not found in the billing system.',
    es: 'Segunda copia: el CPF o CNPJ no se encontró en el sistema de cobro.',
  },
  billNothing: {
    by: BILLS,
    pt: 'Segunda via: não há boletos em aberto.',
    en: 'Second copy: there are no open bills.',
    es: 'Segunda copia: no hay boletos abiertos.',
  },
  billNone: {
    by: BILLS,
    pt: 'Segunda via: nenhum sistema de cobrança está configurado.',
    en: 'Second copy: no billing system is set up.',
    es: 'Segunda copia: ningún sistema de cobro está configurado.',
  },
  billBare: {
    by: BILLS,
    pt: 'Segunda via: há boleto em aberto, mas sem linha digitável, código Pix ou PDF.',
    en: 'Second copy: there is an open bill, but without a line to type, a Pix code or a PDF.',
    es: 'Segunda copia: hay un boleto abierto, pero sin línea digitable, código Pix ni PDF.',
  },
  billDown: {
    by: BILLS,
    pt: 'Segunda via: {{words}}. {{error}}',
    en: 'Second copy: {{words}}. {{error}}',
    es: 'Segunda copia: {{words}}. {{error}}',
  },
} satisfies Record<string, Texts & { by?: Texts }>

export type BotNote = keyof typeof BOT_NOTES

/** Returns a reason by its name, so that no name is misspelt. */
export const reasonOf = (note: BotNote, more: Omit<NoteReason, 'note'> = {}): NoteReason => ({ note, ...more })

/** Returns all texts in one language: by keys `NOTE_<name>` and, for the author, `BY_<name>`. */
export const noteTexts = (language: Language): Record<string, string> =>
  Object.fromEntries(
    Object.entries<Texts & { by?: Texts }>(BOT_NOTES).flatMap(([name, { by, ...texts }]) => [
      [`NOTE_${name}`, texts[language]],
      ...(by ? [[`BY_${name}`, by[language]]] : []),
    ]),
  )
