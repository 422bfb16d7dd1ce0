import type { FieldProblem } from './validation/problem.ts'

/**
 * Error catalogue: every code the product answers, its HTTP status and its text in each language. A
 * new code is added here with its three texts, or it does not compile. The code is the wire value
 * of `{ error }`.
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
  ERR_SECOND_FACTOR_REQUIRED: {
    status: 401,
    pt: 'Informe o código do seu aplicativo autenticador.',
    en: 'Enter the code from your authenticator app.',
    es: 'Ingrese el código de su aplicación de autenticación.',
  },
  ERR_SECOND_FACTOR_SETUP: {
    status: 401,
    pt: 'Sua empresa pede a verificação em duas etapas. Configure-a para entrar.',
    en: 'Your company asks for two-step verification. Set it up to sign in.',
    es: 'Su empresa pide la verificación en dos pasos. Configúrela para entrar.',
  },
  ERR_SECOND_FACTOR_MISSING: {
    status: 401,
    pt: 'Sua empresa passou a exigir a verificação em duas etapas. Entre de novo para configurar a sua.',
    en: 'Your company now requires two-step verification. Sign in again to set yours up.',
    es: 'Su empresa ahora exige la verificación en dos pasos. Ingrese de nuevo para configurar la suya.',
  },
  ERR_SECOND_FACTOR_TOKEN: {
    status: 401,
    pt: 'O tempo ou as tentativas acabaram. Entre de novo com a sua senha.',
    en: 'Time or tries have run out. Sign in again with your password.',
    es: 'Se agotó el tiempo o los intentos. Ingrese de nuevo con su contraseña.',
  },
  ERR_SECOND_FACTOR_CODE: {
    status: 422,
    pt: 'O código não confere ou já foi usado. Aguarde o próximo.',
    en: 'The code is not right or was used already. Wait for the next one.',
    es: 'El código no es correcto o ya se usó. Espere el siguiente.',
  },
  ERR_SECOND_FACTOR_ON: {
    status: 409,
    pt: 'A verificação em duas etapas já está ativa.',
    en: 'Two-step verification is on already.',
    es: 'La verificación en dos pasos ya está activa.',
  },
  ERR_SECOND_FACTOR_OFF: {
    status: 409,
    pt: 'A verificação em duas etapas não está ativa.',
    en: 'Two-step verification is not on.',
    es: 'La verificación en dos pasos no está activa.',
  },
  ERR_SECOND_FACTOR_ENFORCED: {
    status: 422,
    pt: 'A empresa exige a verificação em duas etapas: não é possível desativá-la.',
    en: 'The company requires two-step verification: it cannot be switched off.',
    es: 'La empresa exige la verificación en dos pasos: no se puede desactivar.',
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
  ERR_CONFIRMATION_CODE: {
    status: 422,
    pt: 'O código não confere ou já não vale. Peça outro e-mail de confirmação.',
    en: 'The code is not right or no longer good. Ask for another confirmation e-mail.',
    es: 'El código no es correcto o ya no vale. Pida otro correo de confirmación.',
  },
  ERR_INVITATION_CODE: {
    status: 422,
    pt: 'Este convite não vale mais. Peça outro a quem convidou você.',
    en: 'This invitation is no longer good. Ask whoever invited you for another one.',
    es: 'Esta invitación ya no vale. Pida otra a quien lo invitó.',
  },
  ERR_NO_INVITATION_FOUND: {
    status: 404,
    pt: 'Convite não encontrado.',
    en: 'Invitation not found.',
    es: 'Invitación no encontrada.',
  },
  ERR_INVITATION_ALREADY_EXISTS: {
    status: 409,
    pt: 'Esta pessoa já foi convidada. Envie o convite de novo.',
    en: 'This person has been invited already. Send the invitation again.',
    es: 'Esta persona ya fue invitada. Envíe la invitación de nuevo.',
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
  ERR_RENEWAL_EXPIRED: {
    status: 401,
    pt: 'O prazo para renovar por aqui terminou. Entre de novo para continuar.',
    en: 'The time to renew from here is over. Sign in again to go on.',
    es: 'El plazo para renovar desde aquí terminó. Inicie sesión de nuevo para continuar.',
  },
  ERR_NO_INVOICE_FOUND: {
    status: 404,
    pt: 'Fatura não encontrada.',
    en: 'Invoice not found.',
    es: 'Factura no encontrada.',
  },
  ERR_INVOICE_PAID: {
    status: 422,
    pt: 'Esta fatura já foi paga.',
    en: 'This invoice has been paid already.',
    es: 'Esta factura ya fue pagada.',
  },
  ERR_PIX_NOT_CONFIGURED: {
    status: 422,
    pt: 'O pagamento por Pix não está configurado. Fale com o suporte.',
    en: 'Payment by Pix is not set up. Contact support.',
    es: 'El pago por Pix no está configurado. Contacte con soporte.',
  },
  ERR_PIX_UNAVAILABLE: {
    status: 424,
    pt: 'O banco não respondeu. Tente de novo em instantes.',
    en: 'The bank did not answer. Try again in a moment.',
    es: 'El banco no respondió. Inténtelo de nuevo en unos instantes.',
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
  ERR_SETTING_READ_ONLY: {
    status: 422,
    pt: 'Esta configuração depende do plano da empresa e não é alterada aqui.',
    en: 'This setting follows from the company’s plan and is not changed here.',
    es: 'Esta configuración depende del plan de la empresa y no se cambia aquí.',
  },
  ERR_PLAN_LIMIT: {
    status: 422,
    pt: 'O limite do plano foi atingido.',
    en: 'The limit of the plan has been reached.',
    es: 'Se alcanzó el límite del plan.',
  },
  ERR_EMAIL_ALREADY_EXISTS: {
    status: 409,
    pt: 'Já existe um usuário com este e-mail.',
    en: 'A user with this e-mail already exists.',
    es: 'Ya existe un usuario con este correo.',
  },
  ERR_CONFIRMATION_MISMATCH: {
    status: 400,
    pt: 'O texto digitado não confere. Nada foi apagado.',
    en: 'What was typed does not match. Nothing was deleted.',
    es: 'El texto escrito no coincide. No se borró nada.',
  },
  ERR_COMPANY_HAS_SUPER: {
    status: 409,
    pt: 'Nesta empresa há um superusuário da plataforma. Tire esse acesso antes de excluí-la.',
    en: 'A super user of the platform belongs to this company. Take that access away before deleting it.',
    es: 'En esta empresa hay un superusuario de la plataforma. Quite ese acceso antes de eliminarla.',
  },
  ERR_COMPANY_ALREADY_EXISTS: {
    status: 409,
    pt: 'Já existe uma empresa com este nome.',
    en: 'A company with this name already exists.',
    es: 'Ya existe una empresa con este nombre.',
  },
  ERR_OWN_ACCOUNT: {
    status: 422,
    pt: 'Você não pode excluir a própria conta. Peça a outro administrador.',
    en: 'You cannot delete your own account. Ask another administrator.',
    es: 'No puede eliminar su propia cuenta. Pídaselo a otro administrador.',
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
  ERR_NO_PUSH_DEVICE: {
    status: 404,
    pt: 'Este dispositivo não recebe mais avisos. Ative de novo.',
    en: 'This device is no longer told. Turn it on again.',
    es: 'Este dispositivo ya no recibe avisos. Actívelo de nuevo.',
  },
  ERR_PUSH_KEY: {
    status: 400,
    pt: 'A chave que o navegador deu para os avisos não é válida.',
    en: 'The key the browser gave for notifications is not valid.',
    es: 'La clave que dio el navegador para los avisos no es válida.',
  },
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
  ERR_PLAN_ALREADY_EXISTS: {
    status: 409,
    pt: 'Já existe um plano com este nome.',
    en: 'There is a plan of this name already.',
    es: 'Ya existe un plan con este nombre.',
  },
  ERR_PLAN_IN_USE: {
    status: 422,
    pt: 'O plano está em uso por empresas. Mude-as de plano primeiro.',
    en: 'Companies use this plan. Move them to another plan first.',
    es: 'Hay empresas que usan este plan. Cámbielas de plan primero.',
  },
  ERR_NO_PLAN_FOUND: { status: 404, pt: 'Plano não encontrado.', en: 'Plan not found.', es: 'Plan no encontrado.' },

  // Connections
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

  // Tickets and messages
  // Facebook and Instagram
  ERR_OUTSIDE_WINDOW: {
    status: 422,
    pt: 'Passou o prazo para responder. Aguarde o cliente escrever.',
    en: 'The time to answer is over. Wait for the customer to write.',
    es: 'Pasó el plazo para responder. Espere a que el cliente escriba.',
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
  ERR_EDIT_KIND: {
    status: 422,
    pt: 'Só textos e legendas podem ser editados.',
    en: 'Only texts and captions can be edited.',
    es: 'Solo se pueden editar textos y leyendas.',
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
  ERR_FORWARD_WAPP_MSG: {
    status: 422,
    pt: 'Não é possível encaminhar esta mensagem.',
    en: 'It is not possible to forward this message.',
    es: 'No es posible reenviar este mensaje.',
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
    pt: 'Já existe um atendimento ativo para este contato.',
    en: 'There is already an active ticket for this contact.',
    es: 'Ya existe una atención activa para este contacto.',
  },
  ERR_TICKET_ALREADY_ACCEPTED: {
    status: 409,
    pt: 'Outra pessoa já aceitou este atendimento.',
    en: 'Somebody else has already accepted this ticket.',
    es: 'Otra persona ya aceptó esta atención.',
  },
  ERR_SNOOZE_TIME: {
    status: 422,
    pt: 'Escolha um horário futuro, no máximo daqui a um ano.',
    en: 'Choose a time in the future, a year from now at most.',
    es: 'Elija una hora futura, a un año de ahora como máximo.',
  },
  ERR_TICKET_STATUS: {
    status: 422,
    pt: 'Esta mudança não é possível no status atual do atendimento.',
    en: "This change is not possible with the ticket's current status.",
    es: 'Este cambio no es posible en el estado actual de la atención.',
  },
  ERR_TICKET_CLOSED: {
    status: 422,
    pt: 'O atendimento está resolvido. Reabra para escrever.',
    en: 'The ticket is resolved. Reopen it to write.',
    es: 'La atención está resuelta. Reábrala para escribir.',
  },
  ERR_TICKET_NOT_ACCEPTED: {
    status: 422,
    pt: 'O atendimento ainda aguarda. Aceite-o para escrever.',
    en: 'The ticket is still waiting. Accept it to write.',
    es: 'La atención aún espera. Acéptela para escribir.',
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
    pt: 'O contato tem um atendimento ativo. Resolva-o antes de excluir.',
    en: 'The contact has an active ticket. Resolve it before deleting.',
    es: 'El contacto tiene una atención activa. Resuélvala antes de eliminar.',
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
  ERR_INTEGRATION_NAME_ALREADY_EXISTS: {
    status: 409,
    pt: 'Já existe uma integração com este nome.',
    en: 'An integration with this name already exists.',
    es: 'Ya existe una integración con este nombre.',
  },
  ERR_INTEGRATION_ACCOUNT: {
    status: 400,
    pt: 'O JSON não é uma conta de serviço do Google.',
    en: 'The JSON is not a Google service account.',
    es: 'El JSON no es una cuenta de servicio de Google.',
  },
  ERR_INTEGRATION_NO_SECRET: {
    status: 400,
    pt: 'Só integrações n8n e webhook têm um segredo.',
    en: 'Only n8n and webhook integrations have a secret.',
    es: 'Solo las integraciones n8n y webhook tienen un secreto.',
  },
  ERR_INTEGRATION_REFUSED: {
    status: 424,
    pt: 'O sistema da integração recusou a chamada.',
    en: 'The integration’s system refused the call.',
    es: 'El sistema de la integración rechazó la llamada.',
  },
  ERR_INTEGRATION_BUSY: {
    status: 424,
    pt: 'O sistema da integração está recebendo chamadas demais.',
    en: 'The integration’s system is receiving too many calls.',
    es: 'El sistema de la integración está recibiendo demasiadas llamadas.',
  },
  ERR_INTEGRATION_UNREACHABLE: {
    status: 424,
    pt: 'O sistema da integração não respondeu.',
    en: 'The integration’s system did not answer.',
    es: 'El sistema de la integración no respondió.',
  },
  ERR_INTEGRATION_ANSWER: {
    status: 424,
    pt: 'O sistema da integração respondeu algo que não se entende.',
    en: 'The integration’s system answered something that cannot be understood.',
    es: 'El sistema de la integración respondió algo que no se entiende.',
  },
  ERR_NO_DELIVERY_FOUND: {
    status: 404,
    pt: 'Entrega não encontrada.',
    en: 'Delivery not found.',
    es: 'Entrega no encontrada.',
  },
  ERR_DELIVERY_REFUSED: {
    status: 502,
    pt: 'O endereço recusou o aviso.',
    en: 'The address refused the event.',
    es: 'La dirección rechazó el aviso.',
  },
  ERR_DELIVERY_TARGET_GONE: {
    status: 404,
    pt: 'O endereço foi removido ou desativado.',
    en: 'The address was removed or switched off.',
    es: 'La dirección fue eliminada o desactivada.',
  },
  ERR_DELIVERY_ADDRESS_DOWN: {
    status: 422,
    pt: 'O endereço não respondeu durante todo o prazo desta entrega.',
    en: 'The address did not answer for as long as this delivery was kept.',
    es: 'La dirección no respondió durante todo el plazo de esta entrega.',
  },
  ERR_NO_WEBHOOK_FOUND: {
    status: 404,
    pt: 'Webhook não encontrado.',
    en: 'Webhook not found.',
    es: 'Webhook no encontrado.',
  },
  ERR_WEBHOOK_NAME_ALREADY_EXISTS: {
    status: 409,
    pt: 'Já existe um webhook com este nome.',
    en: 'A webhook with this name exists already.',
    es: 'Ya existe un webhook con este nombre.',
  },
  ERR_WEBHOOK_LIMIT: {
    status: 422,
    pt: 'A empresa pode ter até 5 webhooks.',
    en: 'A company may have up to 5 webhooks.',
    es: 'La empresa puede tener hasta 5 webhooks.',
  },
  ERR_ERP_NOT_SET_UP: {
    status: 422,
    pt: 'Preencha e salve os dados deste sistema de cobrança.',
    en: 'Fill in and save the details of this billing system.',
    es: 'Completa y guarda los datos de este sistema de cobro.',
  },
  ERR_ERP_ADDRESS: {
    status: 424,
    pt: 'O endereço do sistema de cobrança não existe ou não está na internet.',
    en: 'The billing system’s address does not exist or is not on the internet.',
    es: 'La dirección del sistema de cobro no existe o no está en internet.',
  },
  ERR_ERP_CREDENTIALS: {
    status: 424,
    pt: 'O sistema de cobrança recusou as credenciais.',
    en: 'The billing system refused the credentials.',
    es: 'El sistema de cobro rechazó las credenciales.',
  },
  ERR_ERP_BUSY: {
    status: 424,
    pt: 'O sistema de cobrança está recebendo chamadas demais.',
    en: 'The billing system is receiving too many calls.',
    es: 'El sistema de cobro está recibiendo demasiadas llamadas.',
  },
  ERR_ERP_UNREACHABLE: {
    status: 424,
    pt: 'O sistema de cobrança não respondeu.',
    en: 'The billing system did not answer.',
    es: 'El sistema de cobro no respondió.',
  },
  ERR_ERP_ANSWER: {
    status: 424,
    pt: 'O sistema de cobrança respondeu algo que não se entende.',
    en: 'The billing system answered something that cannot be understood.',
    es: 'El sistema de cobro respondió algo que no se entiende.',
  },
  ERR_OUTGOING_URL: {
    status: 422,
    pt: 'Use um endereço https público.',
    en: 'Use a public https address.',
    es: 'Use una dirección https pública.',
  },
  ERR_NO_PROMPT_FOUND: {
    status: 404,
    pt: 'Prompt não encontrado.',
    en: 'Prompt not found.',
    es: 'Prompt no encontrado.',
  },
  ERR_PROMPT_NAME_ALREADY_EXISTS: {
    status: 409,
    pt: 'Já existe um agente com este nome.',
    en: 'There is an agent with this name already.',
    es: 'Ya existe un agente con este nombre.',
  },
  ERR_PROMPT_VOICE_INCOMPLETE: {
    status: 422,
    pt: 'Para responder por voz, informe a chave e a região da voz.',
    en: 'To answer by voice, enter the voice key and region.',
    es: 'Para responder por voz, indique la clave y la región de la voz.',
  },
  ERR_PROMPT_KEY_MISSING: {
    status: 422,
    pt: 'Informe a chave da API para testar.',
    en: 'Enter the API key to try it.',
    es: 'Indique la clave de la API para probarlo.',
  },
  ERR_AI_TOKENS_SPENT: {
    status: 422,
    pt: 'O limite de tokens deste mês foi atingido.',
    en: 'This month’s token limit has been reached.',
    es: 'Se alcanzó el límite de tokens de este mes.',
  },
  ERR_AI_KEY_REFUSED: {
    status: 424,
    pt: 'O serviço de IA recusou a chave da API.',
    en: 'The AI service refused the API key.',
    es: 'El servicio de IA rechazó la clave de la API.',
  },
  ERR_AI_BUSY: {
    status: 424,
    pt: 'O serviço de IA está ocupado ou sem saldo.',
    en: 'The AI service is busy or out of credit.',
    es: 'El servicio de IA está ocupado o sin saldo.',
  },
  ERR_AI_UNREACHABLE: {
    status: 424,
    pt: 'O serviço de IA não respondeu a tempo.',
    en: 'The AI service did not answer in time.',
    es: 'El servicio de IA no respondió a tiempo.',
  },
  ERR_AI_ANSWER: {
    status: 424,
    pt: 'O serviço de IA respondeu algo que não pôde ser usado.',
    en: 'The AI service answered something that cannot be used.',
    es: 'El servicio de IA respondió algo que no se puede usar.',
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
  ERR_TAG_IN_USE: {
    status: 422,
    pt: 'Esta tag é o público de uma campanha que ainda vai ser enviada.',
    en: 'This tag is the audience of a campaign that is still to be sent.',
    es: 'Esta etiqueta es el público de una campaña que todavía se va a enviar.',
  },
  ERR_PERIOD_TOO_LONG: {
    status: 422,
    pt: 'Escolha no máximo 366 dias.',
    en: 'Choose at most 366 days.',
    es: 'Elija como máximo 366 días.',
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

  // Selling
  ERR_NO_STORE_FOUND: { status: 404, pt: 'Loja não encontrada.', en: 'Store not found.', es: 'Tienda no encontrada.' },
  ERR_STORE_NAME_ALREADY_EXISTS: {
    status: 409,
    pt: 'Já existe uma loja com este nome.',
    en: 'A store with this name already exists.',
    es: 'Ya existe una tienda con este nombre.',
  },
  ERR_STORE_DOCUMENT_ALREADY_EXISTS: {
    status: 409,
    pt: 'Já existe uma loja com este CNPJ.',
    en: 'A store with this CNPJ already exists.',
    es: 'Ya existe una tienda con este CNPJ.',
  },
  ERR_STORE_INACTIVE: {
    status: 422,
    pt: 'Esta loja está inativa.',
    en: 'This store is inactive.',
    es: 'Esta tienda está inactiva.',
  },
  ERR_STORE_WITHOUT_PIX: {
    status: 422,
    pt: 'A loja não tem chave Pix.',
    en: 'The store has no Pix key.',
    es: 'La tienda no tiene clave Pix.',
  },
  ERR_PIX_KEY_INVALID: {
    status: 422,
    pt: 'Chave Pix inválida: use CPF, CNPJ, e-mail, celular ou chave aleatória.',
    en: 'Invalid Pix key: use a CPF, CNPJ, e-mail, mobile number or random key.',
    es: 'Clave Pix inválida: use CPF, CNPJ, correo, celular o clave aleatoria.',
  },
  ERR_NO_CATEGORY_FOUND: {
    status: 404,
    pt: 'Categoria não encontrada.',
    en: 'Category not found.',
    es: 'Categoría no encontrada.',
  },
  ERR_CATEGORY_NAME_ALREADY_EXISTS: {
    status: 409,
    pt: 'Já existe uma categoria com este nome.',
    en: 'A category with this name already exists.',
    es: 'Ya existe una categoría con este nombre.',
  },
  ERR_NO_PRODUCT_FOUND: {
    status: 404,
    pt: 'Produto não encontrado.',
    en: 'Product not found.',
    es: 'Producto no encontrado.',
  },
  ERR_PRODUCT_CODE_ALREADY_EXISTS: {
    status: 409,
    pt: 'Já existe um produto com este código.',
    en: 'A product with this code already exists.',
    es: 'Ya existe un producto con este código.',
  },
  ERR_PRODUCT_EAN_ALREADY_EXISTS: {
    status: 409,
    pt: 'Já existe um produto com este EAN.',
    en: 'A product with this EAN already exists.',
    es: 'Ya existe un producto con este EAN.',
  },
  ERR_PRODUCT_INACTIVE: {
    status: 422,
    pt: 'Há produto inativo no pedido.',
    en: 'There is an inactive product in the order.',
    es: 'Hay un producto inactivo en el pedido.',
  },
  ERR_NO_PRODUCT_STORE_FOUND: {
    status: 404,
    pt: 'Este produto não é vendido nesta loja.',
    en: 'This product is not sold in this store.',
    es: 'Este producto no se vende en esta tienda.',
  },
  ERR_NO_PORTFOLIO_FOUND: {
    status: 404,
    pt: 'Carteira não encontrada.',
    en: 'Portfolio not found.',
    es: 'Cartera no encontrada.',
  },
  ERR_PORTFOLIO_NAME_ALREADY_EXISTS: {
    status: 409,
    pt: 'Já existe uma carteira com este nome.',
    en: 'A portfolio with this name already exists.',
    es: 'Ya existe una cartera con este nombre.',
  },
  ERR_PORTFOLIO_IN_USE: {
    status: 409,
    pt: 'Há clientes nesta carteira. Mova-os antes de excluí-la.',
    en: 'There are customers in this portfolio. Move them before deleting it.',
    es: 'Hay clientes en esta cartera. Muévalos antes de eliminarla.',
  },
  ERR_NO_CUSTOMER_FOUND: {
    status: 404,
    pt: 'Cliente não encontrado.',
    en: 'Customer not found.',
    es: 'Cliente no encontrado.',
  },
  ERR_CUSTOMER_DOCUMENT_ALREADY_EXISTS: {
    status: 409,
    pt: 'Já existe um cliente com este documento.',
    en: 'A customer with this document already exists.',
    es: 'Ya existe un cliente con este documento.',
  },
  ERR_CUSTOMER_CONTACT_LIMIT: {
    status: 422,
    pt: 'Este cliente já tem o máximo de contatos.',
    en: 'This customer has as many contacts as possible.',
    es: 'Este cliente ya tiene el máximo de contactos.',
  },
  ERR_DOCUMENT_INVALID: { status: 400, pt: 'Documento inválido', en: 'Invalid document', es: 'Documento inválido' },
  ERR_NO_ADDRESS_FOUND: {
    status: 404,
    pt: 'Endereço não encontrado.',
    en: 'Address not found.',
    es: 'Dirección no encontrada.',
  },
  ERR_ADDRESS_LIMIT: {
    status: 422,
    pt: 'Este cliente já tem o máximo de endereços.',
    en: 'This customer has as many addresses as possible.',
    es: 'Este cliente ya tiene el máximo de direcciones.',
  },
  ERR_ADDRESS_REQUIRED: {
    status: 422,
    pt: 'Escolha o endereço da entrega.',
    en: 'Choose the delivery address.',
    es: 'Elija la dirección de entrega.',
  },
  ERR_ADDRESS_COORDINATES: {
    status: 422,
    pt: 'A loja ou o endereço não tem coordenadas, e a entrega é cobrada por distância.',
    en: 'The store or the address has no coordinates, and delivery is charged by distance.',
    es: 'La tienda o la dirección no tiene coordenadas, y la entrega se cobra por distancia.',
  },
  ERR_ZIP_CODE_INVALID: { status: 400, pt: 'CEP inválido', en: 'Invalid postal code', es: 'CEP inválido' },
  ERR_NO_ZIP_CODE_FOUND: {
    status: 404,
    pt: 'CEP não encontrado.',
    en: 'Postal code not found.',
    es: 'CEP no encontrado.',
  },
  /** Not 5xx: an outage of another system is no failure of ours and raises no alarm. */
  ERR_ZIP_CODE_SERVICE: {
    status: 424,
    pt: 'A busca de CEP está fora do ar. Preencha o endereço.',
    en: 'The postal code lookup is down. Fill in the address.',
    es: 'La búsqueda de CEP no está disponible. Complete la dirección.',
  },
  ERR_NO_TYPE_PAYMENT_FOUND: {
    status: 404,
    pt: 'Tipo de pagamento não encontrado.',
    en: 'Kind of payment not found.',
    es: 'Tipo de pago no encontrado.',
  },
  ERR_NO_PAYMENT_FOUND: {
    status: 404,
    pt: 'Forma de pagamento não encontrada.',
    en: 'Payment method not found.',
    es: 'Forma de pago no encontrada.',
  },
  ERR_PAYMENT_NAME_ALREADY_EXISTS: {
    status: 409,
    pt: 'Já existe uma forma de pagamento com este nome.',
    en: 'A payment method with this name already exists.',
    es: 'Ya existe una forma de pago con este nombre.',
  },
  ERR_NO_PAYMENT_DETAIL_FOUND: {
    status: 404,
    pt: 'Parcela não encontrada.',
    en: 'Instalment rule not found.',
    es: 'Regla de cuotas no encontrada.',
  },
  ERR_PAYMENT_DETAIL_ALREADY_EXISTS: {
    status: 409,
    pt: 'Já existe uma regra para este valor inicial.',
    en: 'There is a rule for this initial value already.',
    es: 'Ya existe una regla para este valor inicial.',
  },
  ERR_PAYMENT_WITHOUT_INSTALLMENTS: {
    status: 422,
    pt: 'Esta forma de pagamento não permite parcelas.',
    en: 'This payment method allows no instalments.',
    es: 'Esta forma de pago no permite cuotas.',
  },
  ERR_NO_STATUS_BUDGET_FOUND: {
    status: 404,
    pt: 'Status do pedido não encontrado.',
    en: 'Order status not found.',
    es: 'Estado del pedido no encontrado.',
  },
  ERR_STATUS_BUDGET_NAME_ALREADY_EXISTS: {
    status: 409,
    pt: 'Já existe um status com este nome.',
    en: 'A status with this name already exists.',
    es: 'Ya existe un estado con este nombre.',
  },
  ERR_NO_RATE_FOUND: { status: 404, pt: 'Taxa não encontrada.', en: 'Rate not found.', es: 'Tarifa no encontrada.' },
  ERR_RATE_ALREADY_EXISTS: {
    status: 409,
    pt: 'Esta loja já tem esta taxa.',
    en: 'This store has this rate already.',
    es: 'Esta tienda ya tiene esta tarifa.',
  },
  ERR_RATE_METHOD: {
    status: 422,
    pt: 'A forma de entrega da empresa é outra.',
    en: 'The company delivers by another method.',
    es: 'La empresa entrega con otro método.',
  },
  ERR_NO_COUPON_FOUND: {
    status: 404,
    pt: 'Cupom não encontrado.',
    en: 'Coupon not found.',
    es: 'Cupón no encontrado.',
  },
  ERR_COUPON_NAME_ALREADY_EXISTS: {
    status: 409,
    pt: 'Já existe um cupom com este nome.',
    en: 'A coupon with this name already exists.',
    es: 'Ya existe un cupón con este nombre.',
  },
  ERR_COUPON_TERMS: {
    status: 422,
    pt: 'As condições deste cupom não combinam: confira valor e datas.',
    en: 'The terms of this coupon do not fit together: check value and dates.',
    es: 'Las condiciones de este cupón no coinciden: revise valor y fechas.',
  },
  ERR_COUPON_NOT_STARTED: {
    status: 422,
    pt: 'Este cupom ainda não vale.',
    en: 'This coupon does not count yet.',
    es: 'Este cupón aún no es válido.',
  },
  ERR_COUPON_EXPIRED: {
    status: 422,
    pt: 'Este cupom venceu.',
    en: 'This coupon has expired.',
    es: 'Este cupón venció.',
  },
  ERR_COUPON_MINIMUM: {
    status: 422,
    pt: 'O pedido não chega ao valor mínimo do cupom.',
    en: 'The order does not reach the minimum of the coupon.',
    es: 'El pedido no alcanza el mínimo del cupón.',
  },
  ERR_COUPON_USED_UP: {
    status: 422,
    pt: 'Este cupom já foi usado todas as vezes permitidas.',
    en: 'This coupon was used as often as it may be.',
    es: 'Este cupón ya se usó todas las veces permitidas.',
  },
  ERR_COUPON_STORE: {
    status: 422,
    pt: 'Este cupom não vale nesta loja.',
    en: 'This coupon does not count in this store.',
    es: 'Este cupón no vale en esta tienda.',
  },
  ERR_COUPON_REGION: {
    status: 422,
    pt: 'Este cupom não vale para o local da entrega.',
    en: 'This coupon does not count for the place of the delivery.',
    es: 'Este cupón no vale para el lugar de entrega.',
  },
  ERR_COUPON_CATEGORY: {
    status: 422,
    pt: 'Este cupom não vale para os produtos do pedido.',
    en: 'This coupon does not count for the products of the order.',
    es: 'Este cupón no vale para los productos del pedido.',
  },
  ERR_COUPON_NOT_CUMULATIVE: {
    status: 422,
    pt: 'Estes cupons não podem ser usados juntos.',
    en: 'These coupons cannot be used together.',
    es: 'Estos cupones no se pueden usar juntos.',
  },
  ERR_NO_CONTRACT_FOUND: {
    status: 404,
    pt: 'Contrato não encontrado.',
    en: 'Contract not found.',
    es: 'Contrato no encontrado.',
  },
  ERR_CONTRACT_NUMBER_ALREADY_EXISTS: {
    status: 409,
    pt: 'Já existe um contrato com este número.',
    en: 'A contract with this number already exists.',
    es: 'Ya existe un contrato con este número.',
  },
  ERR_CONTRACT_DATES: {
    status: 422,
    pt: 'A expiração deve vir depois do início.',
    en: 'The expiry has to come after the start.',
    es: 'La expiración debe ser posterior al inicio.',
  },
  ERR_CONTRACT_PUBLISHED: {
    status: 422,
    pt: 'Um contrato publicado não pode ser excluído nem voltar a rascunho.',
    en: 'A published contract can be neither deleted nor unpublished.',
    es: 'Un contrato publicado no se puede eliminar ni despublicar.',
  },
  ERR_NO_DELIVERY_RATE: {
    status: 422,
    pt: 'Não há taxa de entrega para este endereço.',
    en: 'There is no delivery rate for this address.',
    es: 'No hay tarifa de entrega para esta dirección.',
  },
  ERR_NO_BUDGET_FOUND: {
    status: 404,
    pt: 'Pedido não encontrado.',
    en: 'Order not found.',
    es: 'Pedido no encontrado.',
  },
  ERR_BUDGET_CANCELED: {
    status: 422,
    pt: 'Este pedido foi cancelado.',
    en: 'This order was cancelled.',
    es: 'Este pedido fue cancelado.',
  },
  ERR_BUDGET_WITHOUT_TICKET: {
    status: 422,
    pt: 'Este pedido não tem conversa ativa para onde enviar.',
    en: 'This order has no active conversation to send to.',
    es: 'Este pedido no tiene una conversación activa adonde enviar.',
  },
  ERR_OUT_OF_STOCK: {
    status: 422,
    pt: 'Não há estoque suficiente.',
    en: 'There is not enough in stock.',
    es: 'No hay existencias suficientes.',
  },
  ERR_ORDER_TOO_LARGE: {
    status: 422,
    pt: 'O pedido passa do valor máximo.',
    en: 'The order is beyond the highest value.',
    es: 'El pedido supera el valor máximo.',
  },
  ERR_PRICE_CHANGED: {
    status: 409,
    pt: 'Um preço mudou. Confira os valores do pedido.',
    en: 'A price has changed. Check what the order comes to.',
    es: 'Un precio cambió. Revise los valores del pedido.',
  },
  ERR_PAYMENT_REPEATED: {
    status: 422,
    pt: 'Este método de pagamento já foi utilizado',
    en: 'This payment method was used already',
    es: 'Este método de pago ya fue utilizado',
  },
  ERR_PAYMENTS_SHORT: {
    status: 422,
    pt: 'Falta pagar parte do pedido.',
    en: 'A part of the order is still to be paid.',
    es: 'Falta pagar parte del pedido.',
  },
  ERR_PAYMENTS_EXCEED: { status: 422, pt: 'Valor total excedido', en: 'Total exceeded', es: 'Valor total excedido' },
  ERR_PAYMENT_CHANGE: {
    status: 422,
    pt: 'Esta forma de pagamento não tem troco.',
    en: 'This payment method gives no change.',
    es: 'Esta forma de pago no da vuelto.',
  },
  ERR_PAYMENT_CHANGE_TOO_HIGH: {
    status: 422,
    pt: 'O troco deve ser menor que R$ 200,00, a maior nota.',
    en: 'The change must be below R$ 200.00, the largest note.',
    es: 'El vuelto debe ser menor que R$ 200,00, el billete mayor.',
  },
  ERR_BUDGET_WITHOUT_PIX: {
    status: 422,
    pt: 'Nada deste pedido é pago por Pix.',
    en: 'No part of this order is paid by Pix.',
    es: 'Nada de este pedido se paga por Pix.',
  },
  ERR_BUDGET_PAID: {
    status: 422,
    pt: 'Este pedido já está pago.',
    en: 'This order is paid already.',
    es: 'Este pedido ya está pagado.',
  },
  ERR_PAYMENT_INSTALLMENTS: {
    status: 422,
    pt: 'Este valor não pode ser pago em tantas parcelas.',
    en: 'This value cannot be paid in so many instalments.',
    es: 'Este valor no se puede pagar en tantas cuotas.',
  },
  ERR_NO_DRAFT_FOUND: {
    status: 404,
    pt: 'Não há pedido em andamento.',
    en: 'There is no order in the making.',
    es: 'No hay un pedido en curso.',
  },
  ERR_DRAFT_CHANGED: {
    status: 409,
    pt: 'Outra pessoa mudou este pedido. Confira e tente de novo.',
    en: 'Somebody else has changed this order. Check it and try again.',
    es: 'Otra persona cambió este pedido. Revise e inténtelo de nuevo.',
  },
  ERR_NO_CONTACT_LIST_FOUND: {
    status: 404,
    pt: 'Lista de contatos não encontrada.',
    en: 'Contact list not found.',
    es: 'Lista de contactos no encontrada.',
  },
  ERR_CONTACT_LIST_NAME_ALREADY_EXISTS: {
    status: 409,
    pt: 'Já existe uma lista de contatos com este nome.',
    en: 'There is a contact list of this name already.',
    es: 'Ya existe una lista de contactos con este nombre.',
  },
  ERR_CONTACT_LIST_IN_USE: {
    status: 422,
    pt: 'Esta lista é o público de uma campanha que ainda vai ser enviada.',
    en: 'This list is the audience of a campaign that is still to be sent.',
    es: 'Esta lista es el público de una campaña que todavía se va a enviar.',
  },
  ERR_NO_CONTACT_LIST_ITEM_FOUND: {
    status: 404,
    pt: 'Contato da lista não encontrado.',
    en: 'Contact of the list not found.',
    es: 'Contacto de la lista no encontrado.',
  },
  ERR_CONTACT_LIST_ITEM_ALREADY_EXISTS: {
    status: 409,
    pt: 'Este número já está na lista.',
    en: 'This number is in the list already.',
    es: 'Este número ya está en la lista.',
  },
  ERR_SHEET_UNREADABLE: {
    status: 422,
    pt: 'Não foi possível ler a planilha. Envie um arquivo .xlsx, .csv ou .xls.',
    en: 'The sheet could not be read. Send an .xlsx, .csv or .xls file.',
    es: 'No se pudo leer la planilla. Envíe un archivo .xlsx, .csv o .xls.',
  },
  ERR_SHEET_PASSWORD: {
    status: 422,
    pt: 'A planilha está protegida por senha. Tire a senha e envie de novo.',
    en: 'The sheet is protected by a password. Take the password off and send it again.',
    es: 'La planilla está protegida con contraseña. Quite la contraseña y envíela de nuevo.',
  },
  ERR_SHEET_TOO_LARGE: {
    status: 422,
    pt: 'A planilha é grande demais: até 100.000 linhas e 20 MB.',
    en: 'The sheet is too large: 100,000 rows and 20 MB at most.',
    es: 'La planilla es demasiado grande: hasta 100.000 filas y 20 MB.',
  },
  ERR_SHEET_NO_COLUMNS: {
    status: 422,
    pt: 'Não há uma coluna de número na planilha. A primeira linha diz o que cada coluna é: nome, número, e-mail.',
    en: 'The sheet has no column of numbers. Its first row says what each column is: name, number, e-mail.',
    es: 'La planilla no tiene una columna de número. La primera fila dice qué es cada columna: nombre, número, correo.',
  },
  ERR_NO_CAMPAIGN_FOUND: {
    status: 404,
    pt: 'Campanha não encontrada.',
    en: 'Campaign not found.',
    es: 'Campaña no encontrada.',
  },
  ERR_CAMPAIGN_NO_CONNECTION: {
    status: 422,
    pt: 'Escolha a conexão que envia a campanha.',
    en: 'Choose the connection that sends the campaign.',
    es: 'Elija la conexión que envía la campaña.',
  },
  ERR_CAMPAIGN_NO_AUDIENCE: {
    status: 422,
    pt: 'Escolha quem recebe a campanha: uma lista de contatos ou uma tag, e não as duas.',
    en: 'Choose who gets the campaign: a contact list or a tag, not both.',
    es: 'Elija quién recibe la campaña: una lista de contactos o una etiqueta, no las dos.',
  },
  ERR_CAMPAIGN_EMPTY_AUDIENCE: {
    status: 422,
    pt: 'Não há ninguém nesta lista ou com esta tag.',
    en: 'There is nobody in this list or with this tag.',
    es: 'No hay nadie en esta lista o con esta etiqueta.',
  },
  ERR_CAMPAIGN_NO_MESSAGE: {
    status: 422,
    pt: 'Escreva pelo menos uma mensagem, ou escolha um arquivo.',
    en: 'Write one message at least, or choose a file.',
    es: 'Escriba al menos un mensaje, o elija un archivo.',
  },
  ERR_CAMPAIGN_NO_CONFIRMATION: {
    status: 422,
    pt: 'Escreva pelo menos uma mensagem de confirmação.',
    en: 'Write one confirmation message at least.',
    es: 'Escriba al menos un mensaje de confirmación.',
  },
  ERR_CAMPAIGN_IN_PAST: {
    status: 422,
    pt: 'O horário da campanha já passou. Escolha um horário futuro.',
    en: 'The time of the campaign has passed. Choose one in the future.',
    es: 'La hora de la campaña ya pasó. Elija una hora futura.',
  },
  ERR_CAMPAIGN_LOCKED: {
    status: 422,
    pt: 'Esta campanha não pode mais ser alterada. De uma cancelada mudam só os textos e a conexão.',
    en: 'This campaign cannot be changed any more. Of a canceled one only the texts and the connection can.',
    es: 'Esta campaña ya no se puede cambiar. De una cancelada solo cambian los textos y la conexión.',
  },
  ERR_CAMPAIGN_RUNNING: {
    status: 422,
    pt: 'Esta campanha está em andamento. Cancele antes de excluir.',
    en: 'This campaign is under way. Cancel it before you delete it.',
    es: 'Esta campaña está en curso. Cancélela antes de eliminarla.',
  },
  ERR_CAMPAIGN_STATUS: {
    status: 422,
    pt: 'A campanha não está em um estado em que isto seja possível.',
    en: 'The campaign is not in a state in which this can be done.',
    es: 'La campaña no está en un estado en que esto sea posible.',
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
    en: 'There is a file list of this name already.',
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
  ERR_TOO_MANY_FILES: {
    status: 422,
    pt: 'Uma lista tem no máximo 20 arquivos.',
    en: 'A list has 20 files at most.',
    es: 'Una lista tiene como máximo 20 archivos.',
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
    en: 'There is a help video of this title already.',
    es: 'Ya existe un video de ayuda con este título.',
  },
} as const satisfies Record<string, Entry>

export type ErrorCode = keyof typeof ERRORS

export const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(ERRORS, code)

/** Text for an unknown code, if the raw text is empty. */
export const UNKNOWN_ERROR = 'An error occurred!'

/** Returns the text of a code; an unknown code is returned as it is (decision 0010). */
export const errorText = (code: string, language: Language): string =>
  isErrorCode(code) ? ERRORS[code][language] : code || UNKNOWN_ERROR

/**
 * Error thrown by operations; the area handler turns it into `{ error, details?, …data }` with the
 * code's status.
 */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly details: readonly FieldProblem[] | undefined
  /** Further top-level fields of the answer's body. */
  readonly data: Record<string, unknown> | undefined

  constructor(
    code: ErrorCode,
    options: {
      details?: readonly FieldProblem[]
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
