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
} as const satisfies Record<string, ErrorEntry>
