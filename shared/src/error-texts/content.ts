import type { ErrorEntry } from './error-entry.ts'

/** Error codes of quick messages, schedules, files, chats, announcements and help. */
export const CONTENT_ERRORS = {
  ERR_NO_QUICK_MESSAGE_FOUND: {
    status: 404,
    pt: 'Resposta rápida não encontrada.',
    en: 'Quick reply not found.',
    es: 'Respuesta rápida no encontrada.',
  },
  ERR_QUICK_MESSAGE_SHORTCODE_ALREADY_EXISTS: {
    status: 409,
    pt: 'Este atalho já está em uso.',
    en: 'This shortcut is already in use.',
    es: 'Este atajo ya está en uso.',
  },
  ERR_NO_SCHEDULE_FOUND: {
    status: 404,
    pt: 'Agendamento não encontrado.',
    en: 'Scheduled message not found.',
    es: 'Mensaje programado no encontrado.',
  },
  ERR_SCHEDULE_IN_PAST: {
    status: 422,
    pt: 'Este horário já passou. Escolha um horário futuro.',
    en: 'This time has passed. Choose one in the future.',
    es: 'Esta hora ya pasó. Elija una hora futura.',
  },
  ERR_SCHEDULE_SENT: {
    status: 422,
    pt: 'Esta mensagem já foi enviada e não pode mais ser alterada.',
    en: 'This message was already sent and can no longer be changed.',
    es: 'Este mensaje ya se envió y no se puede cambiar.',
  },
  ERR_NO_FILE_LIST_FOUND: {
    status: 404,
    pt: 'Lista de arquivos não encontrada.',
    en: 'File list not found.',
    es: 'Lista de archivos no encontrada.',
  },
  ERR_FILE_LIST_NAME_ALREADY_EXISTS: {
    status: 409,
    pt: 'Já existe uma lista de arquivos com este nome.',
    en: 'A file list with this name already exists.',
    es: 'Ya existe una lista de archivos con este nombre.',
  },
  ERR_FILE_LIST_IN_USE: {
    status: 422,
    pt: 'Esta lista acompanha uma campanha que ainda vai ser enviada.',
    en: 'This list goes with a campaign that is still to be sent.',
    es: 'Esta lista acompaña una campaña que todavía se va a enviar.',
  },
  ERR_NO_FILE_FOUND: {
    status: 404,
    pt: 'Arquivo da lista não encontrado.',
    en: 'File of the list not found.',
    es: 'Archivo de la lista no encontrado.',
  },
  ERR_NO_CHAT_FOUND: {
    status: 404,
    pt: 'Conversa não encontrada.',
    en: 'Conversation not found.',
    es: 'Conversación no encontrada.',
  },
  ERR_NO_ANNOUNCEMENT_FOUND: {
    status: 404,
    pt: 'Informativo não encontrado.',
    en: 'Announcement not found.',
    es: 'Anuncio no encontrado.',
  },
  ERR_NO_HELP_FOUND: {
    status: 404,
    pt: 'Vídeo de ajuda não encontrado.',
    en: 'Help video not found.',
    es: 'Video de ayuda no encontrado.',
  },
  ERR_HELP_TITLE_ALREADY_EXISTS: {
    status: 409,
    pt: 'Já existe um vídeo de ajuda com este título.',
    en: 'A help video with this title already exists.',
    es: 'Ya existe un video de ayuda con este título.',
  },
} as const satisfies Record<string, ErrorEntry>
