import type { ErrorEntry } from './error-entry.ts'

/** Error codes of connections to WhatsApp, Facebook and Instagram. */
export const CHANNELS_ERRORS = {
  ERR_NO_WAPP_FOUND: {
    status: 404,
    pt: 'Conexão não encontrada.',
    en: 'Connection not found.',
    es: 'Conexión no encontrada.',
  },
  ERR_NO_OTHER_WHATSAPP: {
    status: 422,
    pt: 'Deve haver pelo menos uma conexão WhatsApp padrão.',
    en: 'There must be at least one default WhatsApp connection.',
    es: 'Debe haber al menos una conexión de WhatsApp predeterminada.',
  },
  ERR_WAPP_IN_USE: {
    status: 422,
    pt: 'Campanhas ou agendamentos usam esta conexão. Escolha outra conexão para eles, ou pare-os.',
    en: 'Campaigns or scheduled messages use this connection. Choose another connection for them, or stop them.',
    es: 'Hay campañas o mensajes programados que usan esta conexión. Elija otra conexión para ellos, o deténgalos.',
  },
  ERR_NO_DEF_WAPP_FOUND: {
    status: 422,
    pt: 'Nenhuma conexão WhatsApp padrão encontrada. Verifique a página de conexões.',
    en: 'No default WhatsApp connection found. Check the connections page.',
    es: 'No se encontró ninguna conexión de WhatsApp predeterminada. Revise la página de conexiones.',
  },
  ERR_WAPP_NOT_INITIALIZED: {
    status: 422,
    pt: 'Esta conexão WhatsApp não foi iniciada. Verifique a página de conexões.',
    en: 'This WhatsApp connection is not initialized. Check the connections page.',
    es: 'Esta conexión de WhatsApp no se inició. Revise la página de conexiones.',
  },
  ERR_WAPP_NO_TEST_PHONE: {
    status: 422,
    pt: 'Esta conexão não tem telefone de teste. Informe um ao editar a conexão.',
    en: 'This connection has no test phone. Enter one by editing the connection.',
    es: 'Esta conexión no tiene teléfono de prueba. Indique uno al editar la conexión.',
  },
  ERR_WAPP_CHECK_CONTACT: {
    status: 503,
    pt: 'Não foi possível verificar o contato. Verifique a conexão WhatsApp.',
    en: 'The contact could not be checked. Check the WhatsApp connection.',
    es: 'No se pudo verificar el contacto. Revise la conexión de WhatsApp.',
  },
  ERR_WAPP_INVALID_CONTACT: {
    status: 422,
    pt: 'Este número não é um número de WhatsApp válido.',
    en: 'This is not a valid WhatsApp number.',
    es: 'Este no es un número de WhatsApp válido.',
  },
  ERR_WAPP_DOWNLOAD_MEDIA: {
    status: 503,
    pt: 'Não foi possível baixar a mídia do WhatsApp.',
    en: 'The media could not be downloaded from WhatsApp.',
    es: 'No se pudo descargar el archivo de WhatsApp.',
  },
  ERR_WAPP_GREETING_REQUIRED: {
    status: 422,
    pt: 'A mensagem de saudação é obrigatória quando há mais de uma fila.',
    en: 'The greeting message is required when there is more than one queue.',
    es: 'El mensaje de saludo es obligatorio cuando hay más de una cola.',
  },
  ERR_WAPP_NAME_ALREADY_EXISTS: {
    status: 409,
    pt: 'Já existe uma conexão com este nome.',
    en: 'A connection with this name already exists.',
    es: 'Ya existe una conexión con este nombre.',
  },
  ERR_PAGE_RECONNECT: {
    status: 422,
    pt: 'Conecte a página de novo em Conexões.',
    en: 'Connect the page again in Connections.',
    es: 'Conecte la página de nuevo en Conexiones.',
  },
  ERR_CHANNEL_UNSUPPORTED: {
    status: 422,
    pt: 'Este canal não tem isso.',
    en: 'This channel does not have that.',
    es: 'Este canal no tiene eso.',
  },
  ERR_META_NOT_CONFIGURED: {
    status: 422,
    pt: 'Facebook não configurado.',
    en: 'Facebook is not set up.',
    es: 'Facebook no está configurado.',
  },
  ERR_META_LOGIN: {
    status: 422,
    pt: 'O Facebook não aceitou a entrada.',
    en: 'Facebook did not accept the sign-in.',
    es: 'Facebook no aceptó el acceso.',
  },
  ERR_META_NO_PAGES: {
    status: 422,
    pt: 'Escolha ao menos uma página.',
    en: 'Choose at least one page.',
    es: 'Elija al menos una página.',
  },
  ERR_META_UNAVAILABLE: {
    status: 424,
    pt: 'O Facebook não respondeu.',
    en: 'Facebook did not answer.',
    es: 'Facebook no respondió.',
  },
  ERR_WEBHOOK_SIGNATURE: {
    status: 401,
    pt: 'Assinatura inválida.',
    en: 'Wrong signature.',
    es: 'Firma inválida.',
  },
} as const satisfies Record<string, ErrorEntry>
