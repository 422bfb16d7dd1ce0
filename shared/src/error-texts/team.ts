import type { ErrorEntry } from './error-entry.ts'

/** Error codes of users, invitations and queues. */
export const TEAM_ERRORS = {
  ERR_NO_INVITATION_FOUND: {
    status: 404,
    pt: 'Convite não encontrado.',
    en: 'Invitation not found.',
    es: 'Invitación no encontrada.',
  },
  ERR_INVITATION_ALREADY_EXISTS: {
    status: 409,
    pt: 'Esta pessoa já foi convidada. Envie o convite de novo.',
    en: 'This person has already been invited. Send the invitation again.',
    es: 'Esta persona ya fue invitada. Envíe la invitación de nuevo.',
  },
  ERR_LAST_ADMIN: {
    status: 422,
    pt: 'A empresa precisa de ao menos um administrador.',
    en: 'The company needs at least one admin.',
    es: 'La empresa necesita al menos un administrador.',
  },
  ERR_NO_USER_FOUND: {
    status: 404,
    pt: 'Usuário não encontrado.',
    en: 'User not found.',
    es: 'Usuario no encontrado.',
  },
  ERR_NO_QUEUE_FOUND: { status: 404, pt: 'Fila não encontrada.', en: 'Queue not found.', es: 'Cola no encontrada.' },
  ERR_QUEUE_NAME_ALREADY_EXISTS: {
    status: 409,
    pt: 'Já existe uma fila com este nome.',
    en: 'A queue with this name already exists.',
    es: 'Ya existe una cola con este nombre.',
  },
  ERR_QUEUE_COLOR_ALREADY_EXISTS: {
    status: 409,
    pt: 'Esta cor já está em uso em outra fila.',
    en: 'This colour is already in use by another queue.',
    es: 'Este color ya está en uso en otra cola.',
  },
  ERR_NO_QUEUE_OPTION_FOUND: {
    status: 404,
    pt: 'Opção não encontrada.',
    en: 'Option not found.',
    es: 'Opción no encontrada.',
  },
  ERR_QUEUE_OPTION_LIMIT: {
    status: 422,
    pt: 'No máximo 50 opções por menu e 300 por fila.',
    en: 'At most 50 options per menu and 300 per queue.',
    es: 'Como máximo 50 opciones por menú y 300 por cola.',
  },
  ERR_QUEUE_OPTION_DEPTH: {
    status: 422,
    pt: 'No máximo 10 níveis de menu.',
    en: 'At most 10 levels of menus.',
    es: 'Como máximo 10 niveles de menú.',
  },
  ERR_QUEUE_OPTION_CIRCLE: {
    status: 422,
    pt: 'Uma opção não pode ficar abaixo dela mesma.',
    en: 'An option cannot be below itself.',
    es: 'Una opción no puede quedar debajo de sí misma.',
  },
} as const satisfies Record<string, ErrorEntry>
