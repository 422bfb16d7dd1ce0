/** Texts for the contact when an attendant accepts the ticket, and when it is transferred. */
export const GREETING_ON_ACCEPT =
  '{{greeting}}, {{firstName}}! Meu nome é *{{user}}* e vou continuar o seu atendimento.'
export const TO_QUEUE = 'Seu atendimento foi transferido para *{{queue}}*. Em instantes alguém vai responder.'
export const TO_USER = 'Seu atendimento foi transferido para *{{user}}* ({{queue}}).'
