/** A text of the specification for a form's field: the value of the field and its message. */
export type SpecifiedText = {
  /** Route of the form's body. */
  route: string
  field: string
  /** Given value; undefined for a missing field. */
  value: unknown
  code: string
  /** Parameters of the code. */
  parameters?: object
  pt: string
  en: string
  es: string
}

type Texts = readonly [pt: string, en: string, es: string]

const REQUIRED: Texts = ['Obrigatório', 'Required', 'Obligatorio']
const ENGLISH_REQUIRED: Texts = ['Required', 'Required', 'Obligatorio']
const SHORT: Texts = ['Mensagem muito curta', 'Too short', 'Muy corto']
const ENGLISH_SHORT: Texts = ['Too Short!', 'Too Short!', 'Demasiado corto']
const ENGLISH_LONG: Texts = ['Too Long!', 'Too Long!', 'Demasiado largo']
const EMAIL: Texts = ['E-mail inválido', 'Invalid email', 'Correo no válido']
const ENGLISH_EMAIL: Texts = ['Invalid email', 'Invalid email', 'Correo no válido']
const DOCUMENT: Texts = ['Documento inválido', 'Invalid document', 'Documento no válido']
const CUSTOMER: Texts = ['Cliente é Obrigatório', 'The customer is required', 'El cliente es obligatorio']
const TYPE: Texts = ['Tipo é Obrigatório', 'The type is required', 'El tipo es obligatorio']
const VALUE: Texts = [
  'Valor do contrato é Obrigatório',
  'The value of the contract is required',
  'El valor del contrato es obligatorio',
]
const START: Texts = ['Data de inicio é Obrigatório', 'The start date is required', 'La fecha de inicio es obligatoria']
const END: Texts = [
  'Data de expiracao é Obrigatório',
  'The expiry date is required',
  'La fecha de vencimiento es obligatoria',
]
const PRICES: Texts = [
  'Estoque, preço de custo e preço de venda são obrigatórios',
  'Stock, cost price and selling price are required',
  'El stock, el precio de costo y el precio de venta son obligatorios',
]
const CITY: Texts = ['cidade é obrigatório', 'The city is required', 'La ciudad es obligatoria']
const KIND: Texts = ['Tipo é obrigatório', 'The kind is required', 'El tipo es obligatorio']
const FIRST_VALUE: Texts = [
  'valor inicial é obrigatório',
  'The initial amount is required',
  'El valor inicial es obligatorio',
]
const INSTALLMENTS: Texts = ['Parcela é obrigatório', 'The instalments are required', 'Las cuotas son obligatorias']
const GREETING: Texts = ['Saudação é obrigatório.', 'The greeting is required.', 'El saludo es obligatorio.']
const SECTOR: Texts = ['Informe o setor', 'Choose the queue', 'Indique la cola']
const TITLE: Texts = [
  'Por favor, preencha o título da conversa.',
  'Please fill in the title of the conversation.',
  'Por favor, complete el título de la conversación.',
]
const USERS: Texts = [
  'Por favor, selecione pelo menos um usuário.',
  'Please select at least one user.',
  'Por favor, seleccione al menos un usuario.',
]
const PASSWORD: Texts = [
  'Sua senha precisa ter no mínimo 8 caracteres, sendo uma letra maiúscula, uma minúscula e um número.',
  'Your password needs at least 8 characters, with an upper-case letter, a lower-case letter and a digit.',
  'Su contraseña necesita al menos 8 caracteres, con una mayúscula, una minúscula y un número.',
]
const FULL_NAME: Texts = [
  'O nome completo é obrigatório',
  'The full name is required',
  'El nombre completo es obligatorio',
]
const ADDRESS: Texts = ['O Endereço é obrigatório', 'The address is required', 'La dirección es obligatoria']
const PAYER_CITY: Texts = ['Cidade é obrigatória', 'The city is required', 'La ciudad es obligatoria']
const ZIP: Texts = ['CEP é obrigatório', 'The postal code is required', 'El código postal es obligatorio']
const ZIP_FORM: Texts = [
  'Formato de CEP inválido',
  'Invalid format of postal code',
  'Formato de código postal no válido',
]
const COUNTRY: Texts = ['País é obrigatório', 'The country is required', 'El país es obligatorio']
const NAME: Texts = ['nome muito curto', 'The name is too short', 'El nombre es muy corto']

const text = (
  route: string,
  field: string,
  [pt, en, es]: Texts,
  code: string,
  values: readonly unknown[],
  parameters?: object,
): SpecifiedText[] =>
  values.map(value => ({ route, field, value, code, ...(parameters ? { parameters } : {}), pt, en, es }))

const MISSING = [undefined, null, '']
const short = (route: string, field: string, texts: Texts, minimum = 3) =>
  text(route, field, texts, 'too_short', ['a'.repeat(minimum - 1)], { minimum })

/** Forms whose name is required and has at least three characters. */
const LIST_NAMES = [
  ['tags.create', 'name'],
  ['portfolios.create', 'name'],
  ['payments.create', 'name'],
  ['statusBudgets.create', 'name'],
  ['zones.create', 'name'],
  ['coupons.create', 'name'],
  ['stores.create', 'name'],
  ['categories.create', 'name'],
  ['products.create', 'name'],
  ['customers.create', 'fullName'],
  ['contracts.create', 'number'],
] as const

export const SPECIFIED_TEXTS: readonly SpecifiedText[] = [
  ...text('contacts.create', 'name', ENGLISH_REQUIRED, 'required', MISSING),
  ...short('contacts.create', 'name', ENGLISH_SHORT, 2),
  ...text('contacts.create', 'name', ENGLISH_LONG, 'too_long', ['a'.repeat(51)], { maximum: 50 }),
  ...text('contacts.create', 'number', ENGLISH_SHORT, 'too_short', ['1234567'], { minimum: 8 }),
  ...text('contacts.create', 'email', ENGLISH_EMAIL, 'invalid_email', ['ana@']),
  ...text('contactListItems.create', 'email', ENGLISH_EMAIL, 'invalid_email', ['ana@']),
  ...text('users.create', 'email', EMAIL, 'invalid_email', ['ana@']),
  ...text('queue.create', 'name', ENGLISH_REQUIRED, 'required', MISSING),
  ...short('queue.create', 'name', ENGLISH_SHORT, 2),
  ...text('queue.create', 'name', ENGLISH_LONG, 'too_long', ['a'.repeat(51)], { maximum: 50 }),
  ...text('queue.create', 'greetingMessage', GREETING, 'required', ['', ' ']),
  ...LIST_NAMES.flatMap(([route, field]) => [
    ...text(route, field, REQUIRED, 'required', MISSING),
    ...short(route, field, SHORT),
  ]),
  ...short('companies.update', 'name', SHORT),
  ...text('customers.create', 'email', EMAIL, 'required', MISSING),
  ...text('customers.create', 'email', EMAIL, 'invalid_email', ['ana@']),
  ...text('customers.create', 'document', DOCUMENT, 'required', [undefined, null]),
  ...text('customers.create', 'document', DOCUMENT, 'invalid_document', ['', '123']),
  ...text('customerAddresses.create', 'name', KIND, 'required', MISSING),
  ...text('zoneDetails.create', 'city', CITY, 'required', MISSING),
  ...text('paymentDetails.create', 'minimumValue', FIRST_VALUE, 'required', [undefined, null]),
  ...text('paymentDetails.create', 'installments', INSTALLMENTS, 'required', [undefined, null]),
  ...text('productStores.create', 'stock', PRICES, 'required', [undefined, null]),
  ...text('productStores.create', 'stock', PRICES, 'too_small', [0], { minimum: 1 }),
  ...['costPrice', 'sellingPrice'].flatMap(field => [
    ...text('productStores.create', field, PRICES, 'required', [undefined, null]),
    ...text('productStores.create', field, PRICES, 'not_above', [0], { minimum: 0 }),
  ]),
  ...text('contracts.create', 'customerId', CUSTOMER, 'required', MISSING),
  ...text('contracts.create', 'type', TYPE, 'required', MISSING),
  ...text('contracts.create', 'value', VALUE, 'required', [undefined, null, 0]),
  ...text('contracts.create', 'startAt', START, 'required', MISSING),
  ...text('contracts.create', 'expiresAt', END, 'required', MISSING),
  ...text('schedules.create', 'body', REQUIRED, 'required', MISSING),
  ...short('schedules.create', 'body', SHORT, 5),
  ...text('quickMessages.create', 'shortcode', REQUIRED, 'required', [...MISSING, '/']),
  ...text('announcements.create', 'title', REQUIRED, 'required', MISSING),
  ...text('announcements.create', 'text', REQUIRED, 'required', MISSING),
  ...text('files.create', 'name', REQUIRED, 'required', MISSING),
  ...short('files.create', 'name', NAME),
  ...text('prompts.create', 'queueId', SECTOR, 'required', MISSING),
  ...text('chats.create', 'title', TITLE, 'required', MISSING),
  ...text('chats.create', 'users', USERS, 'required', [undefined, null, []]),
  ...text('resetpasswords.reset', 'password', PASSWORD, 'weak_password', ['short', 'alllowercase1']),
  ...text('subscription.create', 'firstName', FULL_NAME, 'required', MISSING),
  ...text('subscription.create', 'address2', ADDRESS, 'required', MISSING),
  ...text('subscription.create', 'city', PAYER_CITY, 'required', MISSING),
  ...text('subscription.create', 'zipcode', ZIP, 'required', MISSING),
  ...text('subscription.create', 'zipcode', ZIP_FORM, 'invalid_zip_code', ['0601-0000']),
  ...text('subscription.create', 'country', COUNTRY, 'required', MISSING),
]
