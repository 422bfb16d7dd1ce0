import { type Texts, texts, type ValidationCode } from './code-texts.ts'

const MIN_NAME = texts('Mensagem muito curta', 'Too short', 'Muy corto')
const REQUIRED = texts('Obrigatório', 'Required', 'Obligatorio')

/** Wordings of contacts and queues, which the specification gives in English. */
const ENGLISH = {
  required: texts('Required', 'Required', 'Obligatorio'),
  too_short: texts('Too Short!', 'Too Short!', 'Demasiado corto'),
  too_long: texts('Too Long!', 'Too Long!', 'Demasiado largo'),
} as const

const ENGLISH_EMAIL = { invalid_email: texts('Invalid email', 'Invalid email', 'Correo no válido') } as const

const DOCUMENT = texts('Documento inválido', 'Invalid document', 'Documento no válido')
const CUSTOMER_EMAIL = texts('E-mail inválido', 'Invalid email', 'Correo no válido')
const CONTRACT_TYPE = texts('Tipo é Obrigatório', 'The type is required', 'El tipo es obligatorio')
const CONTRACT_VALUE = texts(
  'Valor do contrato é Obrigatório',
  'The value of the contract is required',
  'El valor del contrato es obligatorio',
)
const INSTALLMENTS = texts('Parcela é obrigatório', 'The instalments are required', 'Las cuotas son obligatorias')
const PRICES = texts(
  'Estoque, preço de custo e preço de venda são obrigatórios',
  'Stock, cost price and selling price are required',
  'El stock, el precio de costo y el precio de venta son obligatorios',
)
const COUNTRY = texts('País é obrigatório', 'The country is required', 'El país es obligatorio')
const PAYMENT_VALUE = texts(
  'Informe método e valor válido',
  'Give a valid method and value',
  'Indique un método y un valor válidos',
)
const CHAT_USERS = texts(
  'Por favor, selecione pelo menos um usuário.',
  'Please select at least one user.',
  'Por favor, seleccione al menos un usuario.',
)
const PAYER_TOO_LONG = texts('Texto longo demais', 'The text is too long', 'Texto demasiado largo')

/**
 * Wordings that the specification gives to single fields of forms, by form and field. A code that
 * is not listed has the text of its code (`code-texts.ts`).
 */
export const FIELD_TEXTS = {
  'contact.name': ENGLISH,
  'contact.number': ENGLISH,
  'contact.email': ENGLISH_EMAIL,
  'contactListItem.email': ENGLISH_EMAIL,
  'queue.name': ENGLISH,
  'queue.greetingMessage': {
    required: texts('Saudação é obrigatório.', 'The greeting is required.', 'El saludo es obligatorio.'),
    not_expected: texts(
      'A saudação não é obrigatória quando houver integração.',
      'The greeting is not required when there is an integration.',
      'El saludo no es obligatorio cuando hay una integración.',
    ),
  },
  /** Names of tags, companies and all sales forms, and the number of a contract. */
  listName: { required: REQUIRED, too_short: MIN_NAME },
  'schedule.body': { required: REQUIRED, too_short: MIN_NAME },
  'fileList.name': {
    required: REQUIRED,
    too_short: texts('nome muito curto', 'The name is too short', 'El nombre es muy corto'),
  },
  'prompt.queueId': {
    required: texts('Informe o setor', 'Choose the queue', 'Indique la cola'),
  },
  'chat.title': {
    required: texts(
      'Por favor, preencha o título da conversa.',
      'Please fill in the title of the conversation.',
      'Por favor, complete el título de la conversación.',
    ),
  },
  'chat.users': {
    required: CHAT_USERS,
    too_few: CHAT_USERS,
    too_many: texts(
      'No máximo {{maximum}} participantes, contando com você.',
      'At most {{maximum}} members, you included.',
      'Como máximo {{maximum}} participantes, con usted incluido.',
    ),
  },
  'resetPassword.password': {
    weak_password: texts(
      'Sua senha precisa ter no mínimo 8 caracteres, sendo uma letra maiúscula, uma minúscula e um número.',
      'Your password needs at least 8 characters, with an upper-case letter, a lower-case letter and a digit.',
      'Su contraseña necesita al menos 8 caracteres, con una mayúscula, una minúscula y un número.',
    ),
  },
  'resetPassword.confirm': {
    mismatch: texts('As senhas não correspondem.', 'The passwords do not match.', 'Las contraseñas no coinciden.'),
  },
  'ticket.queueId': {
    required: texts('Selecione uma fila', 'Choose a queue', 'Elija una cola'),
  },
  'dashboard.range': {
    required: texts('Parametrize o filtro', 'Set the filter', 'Configure el filtro'),
  },
  'customer.document': { required: DOCUMENT, invalid_document: DOCUMENT },
  'customer.email': { required: CUSTOMER_EMAIL, invalid_email: CUSTOMER_EMAIL },
  'address.name': {
    required: texts('Tipo é obrigatório', 'The kind is required', 'El tipo es obligatorio'),
  },
  'address.zipCode': {
    required: texts('CEP é obrigatório', 'The postal code is required', 'El código postal es obligatorio'),
  },
  'address.address': {
    required: texts('Endereço é obrigatório', 'The address is required', 'La dirección es obligatoria'),
  },
  'address.number': {
    required: texts('Número é obrigatório', 'The number is required', 'El número es obligatorio'),
  },
  'address.neighborhood': {
    required: texts('Bairro é obrigatório', 'The neighbourhood is required', 'El barrio es obligatorio'),
  },
  'address.city': {
    required: texts('Cidade é obrigatório', 'The city is required', 'La ciudad es obligatoria'),
  },
  'address.state': {
    required: texts('UF é obrigatório', 'The state is required', 'El estado es obligatorio'),
  },
  'zoneDetail.city': {
    required: texts('cidade é obrigatório', 'The city is required', 'La ciudad es obligatoria'),
  },
  'paymentDetail.minimumValue': {
    required: texts('valor inicial é obrigatório', 'The initial amount is required', 'El valor inicial es obligatorio'),
  },
  'paymentDetail.installments': { required: INSTALLMENTS, not_number: INSTALLMENTS, too_small: INSTALLMENTS },
  'productStore.price': {
    required: PRICES,
    not_number: PRICES,
    too_small: PRICES,
    not_above: PRICES,
  },
  'contract.customerId': {
    required: texts('Cliente é Obrigatório', 'The customer is required', 'El cliente es obligatorio'),
  },
  'contract.type': { required: CONTRACT_TYPE, invalid_option: CONTRACT_TYPE },
  'contract.value': { required: CONTRACT_VALUE, not_number: CONTRACT_VALUE },
  'contract.startAt': {
    required: texts('Data de inicio é Obrigatório', 'The start date is required', 'La fecha de inicio es obligatoria'),
  },
  'contract.expiresAt': {
    required: texts(
      'Data de expiracao é Obrigatório',
      'The expiry date is required',
      'La fecha de vencimiento es obligatoria',
    ),
  },
  'payment.value': { required: PAYMENT_VALUE, not_number: PAYMENT_VALUE, not_above: PAYMENT_VALUE },
  'payer.firstName': {
    required: texts('O nome completo é obrigatório', 'The full name is required', 'El nombre completo es obligatorio'),
    too_long: PAYER_TOO_LONG,
  },
  'payer.lastName': { too_long: PAYER_TOO_LONG },
  'payer.address2': {
    required: texts('O Endereço é obrigatório', 'The address is required', 'La dirección es obligatoria'),
    too_long: PAYER_TOO_LONG,
  },
  'payer.city': {
    required: texts('Cidade é obrigatória', 'The city is required', 'La ciudad es obligatoria'),
    too_long: PAYER_TOO_LONG,
  },
  'payer.zipcode': {
    required: texts('CEP é obrigatório', 'The postal code is required', 'El código postal es obligatorio'),
    invalid_zip_code: texts(
      'Formato de CEP inválido',
      'Invalid format of postal code',
      'Formato de código postal no válido',
    ),
  },
  'payer.country': { required: COUNTRY, invalid_option: COUNTRY },
  'company.phone': { too_short: texts('Telefone incompleto', 'Incomplete phone number', 'Teléfono incompleto') },
  'holiday.endTime': {
    same_time: texts('Escolha outro horário de fim.', 'Choose another end.', 'Elija otra hora de fin.'),
  },
} as const satisfies Record<string, Partial<Record<ValidationCode, Texts>>>

/** Form and field with a wording of its own. */
export type WordedField = keyof typeof FIELD_TEXTS
