/** What the contact reads when an attendant takes the ticket, and when it goes to somebody else. */
export const GREETING_ON_ACCEPT =
  '{{greeting}}, {{firstName}}! Meu nome é *{{user}}* e vou continuar o seu atendimento.'
export const TO_QUEUE = 'Seu atendimento foi transferido para *{{queue}}*. Em instantes alguém vai responder.'
export const TO_USER = 'Seu atendimento foi transferido para *{{user}}* ({{queue}}).'
