import type { ErrorEntry } from './error-entry.ts'

/** Error codes of contacts. */
export const CONTACTS_ERRORS = {
  ERR_NO_CONTACT_FOUND: {
    status: 404,
    pt: 'Contato não encontrado.',
    en: 'Contact not found.',
    es: 'Contacto no encontrado.',
  },
  ERR_DUPLICATED_CONTACT: {
    status: 409,
    pt: 'Já existe um contato com este número.',
    en: 'A contact with this number already exists.',
    es: 'Ya existe un contacto con este número.',
  },
  ERR_CONTACT_HAS_TICKET: {
    status: 422,
    pt: 'O contato tem um atendimento ativo. Resolva-o antes de excluir.',
    en: 'The contact has an active ticket. Resolve it before deleting.',
    es: 'El contacto tiene una atención activa. Resuélvala antes de eliminar.',
  },
  ERR_CONTACT_MERGE_KIND: {
    status: 422,
    pt: 'Só dois contatos diferentes do WhatsApp podem ser unidos; grupos, Facebook e Instagram não.',
    en: 'Only two different WhatsApp contacts can be merged; groups, Facebook and Instagram cannot.',
    es: 'Solo se pueden unir dos contactos distintos de WhatsApp; grupos, Facebook e Instagram no.',
  },
  ERR_CONTACT_MERGE_UNDER_WAY: {
    status: 409,
    pt: 'As conversas de um destes contatos ainda estão sendo movidas. Tente de novo em instantes.',
    en: 'The conversations of one of these contacts are still being moved. Try again in a moment.',
    es: 'Las conversaciones de uno de estos contactos aún se están moviendo. Intente de nuevo en un momento.',
  },
  ERR_CONTACT_MERGE_LIMIT: {
    status: 422,
    pt: 'Este contato já reúne números demais.',
    en: 'This contact already has too many numbers.',
    es: 'Este contacto ya reúne demasiados números.',
  },
  ERR_CONTACT_NOT_MERGED: {
    status: 422,
    pt: 'Não há união a desfazer: isso é possível por um dia.',
    en: 'There is no merge to undo: that is possible for a day.',
    es: 'No hay unión que deshacer: es posible durante un día.',
  },
  ERR_CONTACT_BLOCKED: {
    status: 422,
    pt: 'Este contato está bloqueado: nada é enviado a ele. Desbloqueie o contato para escrever.',
    en: 'This contact is blocked: nothing is sent to them. Unblock the contact to write.',
    es: 'Este contacto está bloqueado: no se le envía nada. Desbloquee el contacto para escribirle.',
  },
} as const satisfies Record<string, ErrorEntry>
