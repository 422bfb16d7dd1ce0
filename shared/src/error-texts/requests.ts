import type { ErrorEntry } from './error-entry.ts'

/** Error codes of every call: its form, its size, its access. */
export const REQUESTS_ERRORS = {
  ERR_VALIDATION: {
    status: 400,
    pt: 'Confira os dados informados.',
    en: 'Check the data you entered.',
    es: 'Revise los datos ingresados.',
  },
  ERR_MALFORMED_BODY: {
    status: 400,
    pt: 'O corpo da requisição não pôde ser lido.',
    en: 'The request body could not be read.',
    es: 'No se pudo leer el cuerpo de la solicitud.',
  },
  ERR_NOT_JSON: {
    status: 415,
    pt: 'Envie o corpo da requisição como application/json.',
    en: 'Send the request body as application/json.',
    es: 'Envíe el cuerpo de la solicitud como application/json.',
  },
  ERR_NOT_FOUND: { status: 404, pt: 'Não encontrado.', en: 'Not found.', es: 'No encontrado.' },
  ERR_METHOD_NOT_ALLOWED: {
    status: 405,
    pt: 'Operação não suportada.',
    en: 'Operation not supported.',
    es: 'Operación no admitida.',
  },
  ERR_UPLOAD_TOO_LARGE: {
    status: 413,
    pt: 'O arquivo é grande demais. Envie um menor.',
    en: 'The file is too large. Send a smaller one.',
    es: 'El archivo es demasiado grande. Envíe uno más pequeño.',
  },
  ERR_UPLOAD_TYPE: {
    status: 415,
    pt: 'Este tipo de arquivo não é aceito. Envie outro.',
    en: 'This type of file is not accepted. Send another one.',
    es: 'Este tipo de archivo no se acepta. Envíe otro.',
  },
  ERR_PICTURE_TOO_LARGE: {
    status: 413,
    pt: 'A imagem tem mais de 40 megapixels. Envie uma menor.',
    en: 'The picture has more than 40 megapixels. Send a smaller one.',
    es: 'La imagen tiene más de 40 megapíxeles. Envíe una más pequeña.',
  },
  ERR_UPLOAD_MISSING: {
    status: 422,
    pt: 'O arquivo enviado não foi encontrado. Envie de novo.',
    en: 'The uploaded file was not found. Upload it again.',
    es: 'No se encontró el archivo enviado. Envíelo de nuevo.',
  },
  ERR_TOO_MANY_REQUESTS: {
    status: 429,
    pt: 'Muitas tentativas. Aguarde um pouco e tente de novo.',
    en: 'Too many attempts. Wait a little and try again.',
    es: 'Demasiados intentos. Espere un poco e intente de nuevo.',
  },
  ERR_INTERNAL: {
    status: 500,
    pt: 'Algo falhou do nosso lado. Tente de novo.',
    en: 'Something failed on our side. Try again.',
    es: 'Algo falló de nuestro lado. Intente de nuevo.',
  },
  ERR_UNAVAILABLE: {
    status: 503,
    pt: 'Uma parte do serviço está fora do ar. Tente de novo em instantes.',
    en: 'A part of the service is down. Try again in a moment.',
    es: 'Una parte del servicio no está disponible. Inténtelo en unos instantes.',
  },
  ERR_STORAGE_FULL: {
    status: 507,
    pt: 'O servidor está sem espaço e não pode guardar nada novo. Avise quem cuida dele.',
    en: 'The server has no space left and cannot store anything new. Tell whoever looks after it.',
    es: 'El servidor no tiene espacio y no puede guardar nada nuevo. Avise a quien lo administra.',
  },
  ERR_SERVER_ONLY: {
    status: 409,
    pt: 'Isto só existe quando o Balcão roda em um servidor próprio.',
    en: 'This exists only where Balcão runs on a server of its own.',
    es: 'Esto solo existe cuando Balcão funciona en un servidor propio.',
  },
  ERR_NO_DEAD_LETTERS_FOUND: {
    status: 404,
    pt: 'Não há tarefas com falha nesta fila.',
    en: 'There are no failed tasks in this queue.',
    es: 'No hay tareas fallidas en esta cola.',
  },
  ERR_INVALID_CURSOR: {
    status: 400,
    pt: 'A posição na lista não é válida. Recarregue a lista.',
    en: 'The position in the list is not valid. Reload the list.',
    es: 'La posición en la lista no es válida. Recargue la lista.',
  },
  ERR_CONFLICT: {
    status: 409,
    pt: 'Outra pessoa alterou isto ao mesmo tempo. Tente de novo.',
    en: 'Somebody else changed this at the same time. Try again.',
    es: 'Otra persona cambió esto al mismo tiempo. Intente de nuevo.',
  },
  ERR_IDEMPOTENCY_KEY_REUSED: {
    status: 409,
    pt: 'Esta chave já foi usada com outro conteúdo. Use uma chave nova para cada mensagem.',
    en: 'This key was already used with other content. Use a new key for each message.',
    es: 'Esta clave ya se usó con otro contenido. Use una clave nueva para cada mensaje.',
  },
  ERR_CROSS_SITE: {
    status: 403,
    pt: 'Este pedido veio de outro site. Abra o Balcão e entre por ele.',
    en: 'This request came from another site. Open Balcão and sign in there.',
    es: 'Esta solicitud vino de otro sitio. Abra Balcão e inicie sesión allí.',
  },
  ERR_NO_PERMISSION: {
    status: 403,
    pt: 'Você não tem permissão para isto.',
    en: 'You do not have permission to do this.',
    es: 'No tiene permiso para esto.',
  },
  ERR_CONFIRMATION_MISMATCH: {
    status: 400,
    pt: 'O texto digitado não confere. Nada foi apagado.',
    en: 'What was typed does not match. Nothing was deleted.',
    es: 'El texto escrito no coincide. No se borró nada.',
  },
  ERR_OUTGOING_URL: {
    status: 422,
    pt: 'Use um endereço https público.',
    en: 'Use a public https address.',
    es: 'Use una dirección https pública.',
  },
  ERR_PERIOD_TOO_LONG: {
    status: 422,
    pt: 'No máximo 366 dias. Escolha um período menor.',
    en: 'At most 366 days. Choose a shorter period.',
    es: 'Como máximo 366 días. Elija un período más corto.',
  },
  ERR_TOO_MANY_FILES: {
    status: 422,
    pt: 'No máximo 20 arquivos por lista.',
    en: 'At most 20 files per list.',
    es: 'Como máximo 20 archivos por lista.',
  },
} as const satisfies Record<string, ErrorEntry>
