import type { ErrorEntry } from './error-entry.ts'

/** Error codes of campaigns, contact lists and their sheets. */
export const CAMPAIGNS_ERRORS = {
  ERR_NO_CONTACT_LIST_FOUND: {
    status: 404,
    pt: 'Lista de contatos não encontrada.',
    en: 'Contact list not found.',
    es: 'Lista de contactos no encontrada.',
  },
  ERR_CONTACT_LIST_NAME_ALREADY_EXISTS: {
    status: 409,
    pt: 'Já existe uma lista de contatos com este nome.',
    en: 'A contact list with this name already exists.',
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
    en: 'This number is already in the list.',
    es: 'Este número ya está en la lista.',
  },
  ERR_SHEET_UNREADABLE: {
    status: 422,
    pt: 'Não foi possível ler a planilha. Envie um arquivo .xlsx, .csv ou .xls.',
    en: 'The spreadsheet could not be read. Send an .xlsx, .csv or .xls file.',
    es: 'No se pudo leer la planilla. Envíe un archivo .xlsx, .csv o .xls.',
  },
  ERR_SHEET_PASSWORD: {
    status: 422,
    pt: 'A planilha está protegida por senha. Remova a senha e envie de novo.',
    en: 'The spreadsheet is protected by a password. Remove the password and send it again.',
    es: 'La planilla está protegida con contraseña. Quite la contraseña y envíela de nuevo.',
  },
  ERR_SHEET_TOO_LARGE: {
    status: 422,
    pt: 'A planilha é grande demais: no máximo 100.000 linhas e 20 MB.',
    en: 'The spreadsheet is too large: at most 100,000 rows and 20 MB.',
    es: 'La planilla es demasiado grande: como máximo 100.000 filas y 20 MB.',
  },
  ERR_SHEET_NO_COLUMNS: {
    status: 422,
    pt: 'Não há uma coluna de número na planilha. A primeira linha diz o que cada coluna é: nome, número, e-mail.',
    en: 'The spreadsheet has no column of numbers. Its first row says what each column is: name, number, e-mail.',
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
    pt: 'Não há ninguém nesta lista ou com esta tag. Escolha outro público.',
    en: 'There is nobody in this list or with this tag. Choose another audience.',
    es: 'No hay nadie en esta lista o con esta etiqueta. Elija otro público.',
  },
  ERR_CAMPAIGN_NO_MESSAGE: {
    status: 422,
    pt: 'Escreva ao menos uma mensagem, ou escolha um arquivo.',
    en: 'Write at least one message, or choose a file.',
    es: 'Escriba al menos un mensaje, o elija un archivo.',
  },
  ERR_CAMPAIGN_NO_CONFIRMATION: {
    status: 422,
    pt: 'Escreva ao menos uma mensagem de confirmação.',
    en: 'Write at least one confirmation message.',
    es: 'Escriba al menos un mensaje de confirmación.',
  },
  ERR_CAMPAIGN_NEEDS_TEMPLATE: {
    status: 422,
    pt: 'Por um número oficial, a campanha envia um modelo aprovado: escolha um, sem textos próprios nem lista de arquivos.',
    en: 'From an official number a campaign sends an approved template: choose one, without texts of your own or a file list.',
    es: 'Por un número oficial, la campaña envía una plantilla aprobada: elija una, sin textos propios ni lista de archivos.',
  },
  ERR_CAMPAIGN_QUALITY: {
    status: 422,
    pt: 'A qualidade do número caiu para vermelho na Meta: a campanha parou para que ele não seja limitado.',
    en: 'The number’s quality at Meta has fallen to red: the campaign stopped so that it is not limited.',
    es: 'La calidad del número en Meta cayó a rojo: la campaña se detuvo para que no lo limiten.',
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
    en: 'This campaign can no longer be changed. Of a cancelled one only the texts and the connection can.',
    es: 'Esta campaña ya no se puede cambiar. De una cancelada solo cambian los textos y la conexión.',
  },
  ERR_CAMPAIGN_RUNNING: {
    status: 422,
    pt: 'Esta campanha está em andamento. Cancele o envio antes de excluir.',
    en: 'This campaign is in progress. Cancel sending before you delete it.',
    es: 'Esta campaña está en curso. Cancele el envío antes de eliminarla.',
  },
  ERR_CAMPAIGN_STATUS: {
    status: 422,
    pt: 'O status da campanha não permite isto. Atualize a lista.',
    en: 'The status of the campaign does not allow this. Refresh the list.',
    es: 'El estado de la campaña no permite esto. Actualice la lista.',
  },
} as const satisfies Record<string, ErrorEntry>
