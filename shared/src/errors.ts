/**
 * The error catalogue: every code the product answers, its HTTP status and what a person reads in each language.
 * A new code joins here, with its three texts, or it does not compile. The code is the wire value of `{ error }`.
 */
export type Language = 'pt' | 'en' | 'es'
type Entry = { status: number; pt: string; en: string; es: string }

export const ERRORS = {
  // Requests
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
    pt: 'O arquivo é grande demais.',
    en: 'The file is too large.',
    es: 'El archivo es demasiado grande.',
  },
  ERR_UPLOAD_TYPE: {
    status: 415,
    pt: 'Este tipo de arquivo não é aceito.',
    en: 'This type of file is not accepted.',
    es: 'Este tipo de archivo no se acepta.',
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
    es: 'Demasiados intentos. Espere un poco e inténtelo de nuevo.',
  },
  ERR_INTERNAL: {
    status: 500,
    pt: 'Algo falhou do nosso lado. Tente de novo.',
    en: 'Something failed on our side. Try again.',
    es: 'Algo falló de nuestro lado. Inténtelo de nuevo.',
  },
  ERR_UNAVAILABLE: {
    status: 503,
    pt: 'Uma parte do serviço está fora do ar. Tente de novo em instantes.',
    en: 'A part of the service is down. Try again in a moment.',
    es: 'Una parte del servicio no está disponible. Inténtelo en unos instantes.',
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
    es: 'Otra persona cambió esto al mismo tiempo. Inténtelo de nuevo.',
  },

  ERR_IDEMPOTENCY_KEY_REUSED: {
    status: 409,
    pt: 'Esta chave já foi usada com outro conteúdo. Use uma chave nova para cada mensagem.',
    en: 'This key was already used with other content. Use a new key for each message.',
    es: 'Esta clave ya se usó con otro contenido. Use una clave nueva para cada mensaje.',
  },

  // Sign-in and session
  ERR_UNAUTHORIZED: {
    status: 401,
    pt: 'Entre na sua conta.',
    en: 'Sign in to your account.',
    es: 'Inicie sesión en su cuenta.',
  },
  ERR_INVALID_CREDENTIALS: {
    status: 401,
    pt: 'Erro de autenticação. Por favor, tente novamente.',
    en: 'Authentication error. Please try again.',
    es: 'Error de autenticación. Inténtelo de nuevo.',
  },
  ERR_CURRENT_PASSWORD: {
    status: 422,
    pt: 'A senha atual não confere.',
    en: 'The current password is not right.',
    es: 'La contraseña actual no es correcta.',
  },
  ERR_WEAK_PASSWORD: {
    status: 422,
    pt: 'Esta senha é fácil de adivinhar. A empresa pede uma mais forte.',
    en: 'This password is easy to guess. The company asks for a stronger one.',
    es: 'Esta contraseña es fácil de adivinar. La empresa pide una más fuerte.',
  },
  ERR_RESET_CODE: {
    status: 422,
    pt: 'O código não confere ou já não vale. Peça outro.',
    en: 'The code is not right or no longer good. Ask for another one.',
    es: 'El código no es correcto o ya no vale. Pida otro.',
  },
  ERR_NO_EMAIL_FOUND: {
    status: 404,
    pt: 'Email não encontrado',
    en: 'E-mail not found',
    es: 'Correo no encontrado',
  },
  ERR_SESSION_EXPIRED: {
    status: 403,
    pt: 'Sessão expirada. Por favor, entre novamente.',
    en: 'Session expired. Please sign in again.',
    es: 'Sesión expirada. Inicie sesión de nuevo.',
  },
  ERR_SESSION_ENDED: {
    status: 401,
    pt: 'Sua conta foi acessada em outro computador.',
    en: 'Your account was accessed on another computer.',
    es: 'Se accedió a su cuenta desde otro equipo.',
  },
  ERR_CROSS_SITE: {
    status: 403,
    pt: 'Este pedido veio de outro site. Abra o Balcão e entre por ele.',
    en: 'This request came from another site. Open Balcão and sign in there.',
    es: 'Esta solicitud vino de otro sitio. Abra Balcão e inicie sesión allí.',
  },
  ERR_COMPANY_EXPIRED: {
    status: 402,
    pt: 'A assinatura da empresa venceu. Entre em contato com o suporte.',
    en: "The company's subscription has expired. Contact support.",
    es: 'La suscripción de la empresa venció. Contacte con soporte.',
  },
  ERR_COMPANY_DISABLED: {
    status: 403,
    pt: 'Esta empresa está desativada. Entre em contato com o suporte.',
    en: 'This company is disabled. Contact support.',
    es: 'Esta empresa está desactivada. Contacte con soporte.',
  },
  ERR_NO_PERMISSION: {
    status: 403,
    pt: 'Você não tem permissão para isto.',
    en: 'You do not have permission to do this.',
    es: 'No tiene permiso para esto.',
  },
  ERR_PLAN_FEATURE: {
    status: 403,
    pt: 'O plano da empresa não inclui este recurso.',
    en: "The company's plan does not include this feature.",
    es: 'El plan de la empresa no incluye esta función.',
  },
  ERR_PLAN_LIMIT: {
    status: 422,
    pt: 'O limite do plano foi atingido.',
    en: 'The limit of the plan has been reached.',
    es: 'Se alcanzó el límite del plan.',
  },
  ERR_USER_CREATION_DISABLED: {
    status: 403,
    pt: 'A criação de usuários está desativada.',
    en: 'User creation is disabled.',
    es: 'La creación de usuarios está desactivada.',
  },
  ERR_EMAIL_ALREADY_EXISTS: {
    status: 409,
    pt: 'Já existe um usuário com este e-mail.',
    en: 'A user with this e-mail already exists.',
    es: 'Ya existe un usuario con este correo.',
  },
  ERR_COMPANY_ALREADY_EXISTS: {
    status: 409,
    pt: 'Já existe uma empresa com este nome.',
    en: 'A company with this name already exists.',
    es: 'Ya existe una empresa con este nombre.',
  },
  ERR_LAST_ADMIN: {
    status: 422,
    pt: 'A empresa precisa de ao menos um administrador.',
    en: 'The company needs at least one administrator.',
    es: 'La empresa necesita al menos un administrador.',
  },

  // Named items
  ERR_NO_SETTING_FOUND: {
    status: 404,
    pt: 'Nenhuma configuração encontrada com este nome.',
    en: 'No setting found with this name.',
    es: 'No se encontró ninguna configuración con este nombre.',
  },
  ERR_NO_CONTACT_FOUND: {
    status: 404,
    pt: 'Contato não encontrado.',
    en: 'Contact not found.',
    es: 'Contacto no encontrado.',
  },
  ERR_NO_TICKET_FOUND: {
    status: 404,
    pt: 'Atendimento não encontrado.',
    en: 'Ticket not found.',
    es: 'Atención no encontrada.',
  },
  ERR_NO_USER_FOUND: {
    status: 404,
    pt: 'Usuário não encontrado.',
    en: 'User not found.',
    es: 'Usuario no encontrado.',
  },
  ERR_NO_WAPP_FOUND: {
    status: 404,
    pt: 'Conexão não encontrada.',
    en: 'Connection not found.',
    es: 'Conexión no encontrada.',
  },
  ERR_NO_QUEUE_FOUND: { status: 404, pt: 'Fila não encontrada.', en: 'Queue not found.', es: 'Cola no encontrada.' },
  ERR_NO_JOB_FOUND: {
    status: 404,
    pt: 'Tarefa não encontrada.',
    en: 'Job not found.',
    es: 'Tarea no encontrada.',
  },
  ERR_JOB_NOT_CANCELABLE: {
    status: 409,
    pt: 'Esta tarefa não pode ser cancelada: o que ela apaga já saiu das listas.',
    en: 'This job cannot be canceled: what it deletes has left the lists already.',
    es: 'Esta tarea no se puede cancelar: lo que borra ya salió de las listas.',
  },
  ERR_JOB_FAILED: {
    status: 500,
    pt: 'A tarefa falhou várias vezes e parou. Tente de novo ou fale com o suporte.',
    en: 'The job failed several times and stopped. Try again or contact support.',
    es: 'La tarea falló varias veces y se detuvo. Inténtelo de nuevo o hable con soporte.',
  },
  ERR_REPORT_RANGE: {
    status: 422,
    pt: 'No máximo 366 dias. Escolha um período menor.',
    en: '366 days at most. Choose a shorter period.',
    es: 'Como máximo 366 días. Elija un período más corto.',
  },
  ERR_NO_TAG_FOUND: { status: 404, pt: 'Tag não encontrada.', en: 'Tag not found.', es: 'Etiqueta no encontrada.' },
  ERR_NO_NOTE_FOUND: {
    status: 404,
    pt: 'Observação não encontrada.',
    en: 'Note not found.',
    es: 'Nota no encontrada.',
  },
  ERR_NO_MESSAGE_FOUND: {
    status: 404,
    pt: 'Mensagem não encontrada.',
    en: 'Message not found.',
    es: 'Mensaje no encontrado.',
  },
  ERR_NO_COMPANY_FOUND: {
    status: 404,
    pt: 'Empresa não encontrada.',
    en: 'Company not found.',
    es: 'Empresa no encontrada.',
  },
  ERR_NO_PLAN_FOUND: { status: 404, pt: 'Plano não encontrado.', en: 'Plan not found.', es: 'Plan no encontrado.' },

  // Connections
  ERR_NO_OTHER_WHATSAPP: {
    status: 422,
    pt: 'Deve haver pelo menos uma conexão WhatsApp padrão.',
    en: 'There must be at least one default WhatsApp connection.',
    es: 'Debe haber al menos una conexión de WhatsApp predeterminada.',
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

  // Tickets and messages
  ERR_SENDING_WAPP_MSG: {
    status: 503,
    pt: 'Erro ao enviar a mensagem. Verifique a página de conexões.',
    en: 'The message could not be sent. Check the connections page.',
    es: 'Error al enviar el mensaje. Revise la página de conexiones.',
  },
  ERR_SEND_REFUSED: {
    status: 422,
    pt: 'O WhatsApp recusou esta mensagem.',
    en: 'WhatsApp refused this message.',
    es: 'WhatsApp rechazó este mensaje.',
  },
  ERR_SEND_TIMED_OUT: {
    status: 503,
    pt: 'A mensagem não saiu a tempo. Tente enviar de novo.',
    en: 'The message did not leave in time. Try sending it again.',
    es: 'El mensaje no salió a tiempo. Intente enviarlo de nuevo.',
  },
  ERR_EDIT_WAPP_MSG: {
    status: 422,
    pt: 'Esta mensagem não pode mais ser editada.',
    en: 'This message can no longer be edited.',
    es: 'Este mensaje ya no se puede editar.',
  },
  ERR_DELETE_WAPP_MSG: {
    status: 422,
    pt: 'Não foi possível apagar a mensagem.',
    en: 'The message could not be deleted.',
    es: 'No se pudo eliminar el mensaje.',
  },
  ERR_REACT_WAPP_MSG: {
    status: 422,
    pt: 'Não é possível reagir a esta mensagem.',
    en: 'It is not possible to react to this message.',
    es: 'No es posible reaccionar a este mensaje.',
  },
  ERR_FETCH_WAPP_MSG: {
    status: 404,
    pt: 'Não foi possível buscar a mensagem. Ela pode ser antiga demais.',
    en: 'The message could not be fetched. It may be too old.',
    es: 'No se pudo obtener el mensaje. Puede ser demasiado antiguo.',
  },
  ERR_CREATING_MESSAGE: {
    status: 503,
    pt: 'Erro ao gravar a mensagem.',
    en: 'The message could not be created.',
    es: 'Error al crear el mensaje.',
  },
  ERR_EMPTY_MESSAGE: {
    status: 422,
    pt: 'Escreva uma mensagem ou anexe um arquivo.',
    en: 'Write a message or attach a file.',
    es: 'Escriba un mensaje o adjunte un archivo.',
  },
  ERR_CREATING_TICKET: {
    status: 503,
    pt: 'Erro ao criar o atendimento.',
    en: 'The ticket could not be created.',
    es: 'Error al crear la atención.',
  },
  ERR_OTHER_OPEN_TICKET: {
    status: 409,
    pt: 'Já existe um atendimento aberto para este contato.',
    en: 'There is already an open ticket for this contact.',
    es: 'Ya existe una atención abierta para este contacto.',
  },
  ERR_TICKET_ALREADY_ACCEPTED: {
    status: 409,
    pt: 'Outra pessoa já aceitou este atendimento.',
    en: 'Somebody else has already accepted this ticket.',
    es: 'Otra persona ya aceptó esta atención.',
  },
  ERR_TICKET_STATUS: {
    status: 422,
    pt: 'Esta mudança não é possível no estado atual do atendimento.',
    en: "This change is not possible in the ticket's current state.",
    es: 'Este cambio no es posible en el estado actual de la atención.',
  },
  ERR_TICKET_CLOSED: {
    status: 422,
    pt: 'O atendimento está resolvido. Reabra para escrever.',
    en: 'The ticket is closed. Reopen it to write.',
    es: 'La atención está cerrada. Reábrala para escribir.',
  },

  // Contacts, queues, tags
  ERR_DUPLICATED_CONTACT: {
    status: 409,
    pt: 'Já existe um contato com este número.',
    en: 'A contact with this number already exists.',
    es: 'Ya existe un contacto con este número.',
  },
  ERR_CONTACT_HAS_TICKET: {
    status: 422,
    pt: 'O contato tem um atendimento em andamento. Resolva-o antes de excluir.',
    en: 'The contact has a live ticket. Close it before deleting.',
    es: 'El contacto tiene una atención en curso. Ciérrela antes de eliminar.',
  },
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
  ERR_NO_INTEGRATION_FOUND: {
    status: 404,
    pt: 'Integração não encontrada.',
    en: 'Integration not found.',
    es: 'Integración no encontrada.',
  },
  ERR_NO_PROMPT_FOUND: {
    status: 404,
    pt: 'Prompt não encontrado.',
    en: 'Prompt not found.',
    es: 'Prompt no encontrado.',
  },
  ERR_NO_QUEUE_OPTION_FOUND: {
    status: 404,
    pt: 'Opção não encontrada.',
    en: 'Option not found.',
    es: 'Opción no encontrada.',
  },
  ERR_QUEUE_OPTION_LIMIT: {
    status: 422,
    pt: 'Um menu tem no máximo 50 opções, e uma fila 300 ao todo.',
    en: 'A menu has at most 50 options, and a queue 300 in all.',
    es: 'Un menú tiene como máximo 50 opciones, y una cola 300 en total.',
  },
  ERR_QUEUE_OPTION_DEPTH: {
    status: 422,
    pt: 'Os menus vão até 10 níveis.',
    en: 'Menus go down 10 levels at most.',
    es: 'Los menús llegan hasta 10 niveles.',
  },
  ERR_QUEUE_OPTION_CIRCLE: {
    status: 422,
    pt: 'Uma opção não pode ficar abaixo dela mesma.',
    en: 'An option cannot be below itself.',
    es: 'Una opción no puede quedar debajo de sí misma.',
  },
  ERR_NO_HOLIDAY_FOUND: {
    status: 404,
    pt: 'Feriado não encontrado.',
    en: 'Holiday not found.',
    es: 'Feriado no encontrado.',
  },
  ERR_HOLIDAY_ALREADY_EXISTS: {
    status: 409,
    pt: 'Já existe um feriado nesta data.',
    en: 'There is a holiday on this date already.',
    es: 'Ya existe un feriado en esta fecha.',
  },
  ERR_TAG_NOT_KANBAN: {
    status: 422,
    pt: 'Esta tag não é uma coluna do kanban.',
    en: 'This tag is not a column of the kanban board.',
    es: 'Esta etiqueta no es una columna del kanban.',
  },
  ERR_TWO_KANBAN_TAGS: {
    status: 422,
    pt: 'Um atendimento fica em uma só coluna do kanban: escolha uma tag de kanban.',
    en: 'A ticket stands in one kanban column only: choose one kanban tag.',
    es: 'Una atención está en una sola columna del kanban: elija una etiqueta de kanban.',
  },
  ERR_TAG_NAME_ALREADY_EXISTS: {
    status: 409,
    pt: 'Já existe uma tag com este nome.',
    en: 'A tag with this name already exists.',
    es: 'Ya existe una etiqueta con este nombre.',
  },
  ERR_PERIOD_TOO_LONG: {
    status: 422,
    pt: 'O período pode ter no máximo 366 dias.',
    en: 'The period can have at most 366 days.',
    es: 'El período puede tener como máximo 366 días.',
  },
  ERR_NO_QUICK_MESSAGE_FOUND: {
    status: 404,
    pt: 'Resposta rápida não encontrada.',
    en: 'Quick reply not found.',
    es: 'Respuesta rápida no encontrada.',
  },
  ERR_QUICK_MESSAGE_SHORTCODE_ALREADY_EXISTS: {
    status: 409,
    pt: 'Este atalho já está em uso.',
    en: 'This shortcode is already in use.',
    es: 'Este atajo ya está en uso.',
  },
  ERR_NO_ZONE_FOUND: { status: 404, pt: 'Zona não encontrada.', en: 'Zone not found.', es: 'Zona no encontrada.' },
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
    en: 'This message was sent already and cannot be changed any more.',
    es: 'Este mensaje ya se envió y no se puede cambiar.',
  },
  ERR_NO_ZONE_DETAIL_FOUND: {
    status: 404,
    pt: 'Local da zona não encontrado.',
    en: 'Place of the zone not found.',
    es: 'Lugar de la zona no encontrado.',
  },
  ERR_ZONE_NAME_ALREADY_EXISTS: {
    status: 409,
    pt: 'Já existe uma zona com este nome.',
    en: 'A zone with this name already exists.',
    es: 'Ya existe una zona con este nombre.',
  },
  ERR_ZONE_PLACE_ALREADY_EXISTS: {
    status: 409,
    pt: 'Este bairro já está nesta zona.',
    en: 'This neighbourhood is already in this zone.',
    es: 'Este barrio ya está en esta zona.',
  },
} as const satisfies Record<string, Entry>

export type ErrorCode = keyof typeof ERRORS

export const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(ERRORS, code)

/** What a person reads when a code is not known: the raw text, or this. */
export const UNKNOWN_ERROR = 'An error occurred!'

/** The text of a code; an unknown code is shown as it is (1-support §8). */
export const errorText = (code: string, language: Language): string =>
  isErrorCode(code) ? ERRORS[code][language] : code || UNKNOWN_ERROR

/** Thrown by operations; the area handler turns it into `{ error, details?, …data }` with the code's status. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly details: readonly { path: string; message: string }[] | undefined
  /** Further top-level fields of the answer's body. */
  readonly data: Record<string, unknown> | undefined

  constructor(
    code: ErrorCode,
    options: {
      details?: readonly { path: string; message: string }[]
      data?: Record<string, unknown>
      cause?: unknown
    } = {},
  ) {
    super(code, { cause: options.cause })
    this.name = 'AppError'
    this.code = code
    this.details = options.details
    this.data = options.data
  }

  get status(): number {
    return ERRORS[this.code].status
  }
}
