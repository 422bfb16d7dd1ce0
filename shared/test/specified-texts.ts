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

type Said = readonly [pt: string, en: string, es: string]

const REQUIRED: Said = ['Obrigatório', 'Required', 'Obligatorio']
const ENGLISH_REQUIRED: Said = ['Required', 'Required', 'Obligatorio']
const SHORT: Said = ['Mensagem muito curta', 'Too short', 'Muy corto']
const ENGLISH_SHORT: Said = ['Too Short!', 'Too Short!', 'Demasiado corto']
const ENGLISH_LONG: Said = ['Too Long!', 'Too Long!', 'Demasiado largo']
const EMAIL: Said = ['E-mail inválido', 'Invalid email', 'Correo inválido']
const ENGLISH_EMAIL: Said = ['Invalid email', 'Invalid email', 'Correo inválido']
const DOCUMENT: Said = ['Documento inválido', 'Invalid document', 'Documento inválido']
const CUSTOMER: Said = ['Cliente é Obrigatório', 'The customer is required', 'El cliente es obligatorio']
const TYPE: Said = ['Tipo é Obrigatório', 'The type is required', 'El tipo es obligatorio']
const VALUE: Said = [
  'Valor do contrato é Obrigatório',
  'The value of the contract is required',
  'El valor del contrato es obligatorio',
]
const START: Said = ['Data de inicio é Obrigatório', 'The start date is required', 'La fecha de inicio es obligatoria']
const END: Said = [
  'Data de expiracao é Obrigatório',
  'The expiry date is required',
  'La fecha de vencimiento es obligatoria',
]
const PRICES: Said = [
  'Estoque, preço de custo e preço de venda são obrigatórios',
  'Stock, cost price and selling price are required',
  'Existencias, precio de costo y precio de venta son obligatorios',
]
const CITY: Said = ['cidade é obrigatório', 'city is required', 'la ciudad es obligatoria']
const KIND: Said = ['Tipo é obrigatório', 'The kind is required', 'El tipo es obligatorio']
const FIRST_VALUE: Said = [
  'valor inicial é obrigatório',
  'The initial value is required.',
  'El valor inicial es obligatorio.',
]
const INSTALLMENTS: Said = ['Parcela é obrigatório', 'The instalments are required.', 'Las cuotas son obligatorias.']
const GREETING: Said = ['Saudação é obrigatório.', 'The greeting is required.', 'El saludo es obligatorio.']
const SECTOR: Said = ['Informe o setor', 'Choose the queue', 'Indique la cola']
const TITLE: Said = [
  'Por favor, preencha o título da conversa.',
  'Please fill in the title of the conversation.',
  'Por favor, complete el título de la conversación.',
]
const USERS: Said = [
  'Por favor, selecione pelo menos um usuário.',
  'Please select at least one user.',
  'Por favor, seleccione al menos un usuario.',
]
const PASSWORD: Said = [
  'Sua senha precisa ter no mínimo 8 caracteres, sendo uma letra maiúscula, uma minúscula e um número.',
  'Your password needs at least 8 characters, with an upper-case letter, a lower-case letter and a digit.',
  'Su contraseña necesita al menos 8 caracteres, con una mayúscula, una minúscula y un número.',
]
const FULL_NAME: Said = [
  'O nome completo é obrigatório',
  'The full name is required',
  'El nombre completo es obligatorio',
]
const ADDRESS: Said = ['O Endereço é obrigatório', 'The address is required', 'La dirección es obligatoria']
const PAYER_CITY: Said = ['Cidade é obrigatória', 'The city is required', 'La ciudad es obligatoria']
const ZIP: Said = ['CEP é obrigatório', 'The postal code is required', 'El código postal es obligatorio']
const ZIP_FORM: Said = ['Formato de CEP inválido', 'Invalid format of postal code', 'Formato de código postal inválido']
const COUNTRY: Said = ['País é obrigatório', 'The country is required', 'El país es obligatorio']
const NAME: Said = ['nome muito curto', 'The name is too short', 'El nombre es muy corto']

const said = (
  route: string,
  field: string,
  [pt, en, es]: Said,
  code: string,
  values: readonly unknown[],
  parameters?: object,
): SpecifiedText[] =>
  values.map(value => ({ route, field, value, code, ...(parameters ? { parameters } : {}), pt, en, es }))

const MISSING = [undefined, null, '']
const short = (route: string, field: string, texts: Said, minimum = 3) =>
  said(route, field, texts, 'too_short', ['a'.repeat(minimum - 1)], { minimum })

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
  ...said('contacts.create', 'name', ENGLISH_REQUIRED, 'required', MISSING),
  ...short('contacts.create', 'name', ENGLISH_SHORT, 2),
  ...said('contacts.create', 'name', ENGLISH_LONG, 'too_long', ['a'.repeat(51)], { maximum: 50 }),
  ...said('contacts.create', 'number', ENGLISH_SHORT, 'too_short', ['1234567'], { minimum: 8 }),
  ...said('contacts.create', 'email', ENGLISH_EMAIL, 'invalid_email', ['ana@']),
  ...said('contactListItems.create', 'email', ENGLISH_EMAIL, 'invalid_email', ['ana@']),
  ...said('users.create', 'email', EMAIL, 'invalid_email', ['ana@']),
  ...said('queue.create', 'name', ENGLISH_REQUIRED, 'required', MISSING),
  ...short('queue.create', 'name', ENGLISH_SHORT, 2),
  ...said('queue.create', 'name', ENGLISH_LONG, 'too_long', ['a'.repeat(51)], { maximum: 50 }),
  ...said('queue.create', 'greetingMessage', GREETING, 'required', ['', ' ']),
  ...LIST_NAMES.flatMap(([route, field]) => [
    ...said(route, field, REQUIRED, 'required', MISSING),
    ...short(route, field, SHORT),
  ]),
  ...short('companies.update', 'name', SHORT),
  ...said('customers.create', 'email', EMAIL, 'required', MISSING),
  ...said('customers.create', 'email', EMAIL, 'invalid_email', ['ana@']),
  ...said('customers.create', 'document', DOCUMENT, 'required', [undefined, null]),
  ...said('customers.create', 'document', DOCUMENT, 'invalid_document', ['', '123']),
  ...said('customerAddresses.create', 'name', KIND, 'required', MISSING),
  ...said('zoneDetails.create', 'city', CITY, 'required', MISSING),
  ...said('paymentDetails.create', 'minimumValue', FIRST_VALUE, 'required', [undefined, null]),
  ...said('paymentDetails.create', 'installments', INSTALLMENTS, 'required', [undefined, null]),
  ...said('productStores.create', 'stock', PRICES, 'required', [undefined, null]),
  ...said('productStores.create', 'stock', PRICES, 'too_small', [0], { minimum: 1 }),
  ...['costPrice', 'sellingPrice'].flatMap(field => [
    ...said('productStores.create', field, PRICES, 'required', [undefined, null]),
    ...said('productStores.create', field, PRICES, 'not_above', [0], { minimum: 0 }),
  ]),
  ...said('contracts.create', 'customerId', CUSTOMER, 'required', MISSING),
  ...said('contracts.create', 'type', TYPE, 'required', MISSING),
  ...said('contracts.create', 'value', VALUE, 'required', [undefined, null, 0]),
  ...said('contracts.create', 'startAt', START, 'required', MISSING),
  ...said('contracts.create', 'expiresAt', END, 'required', MISSING),
  ...said('schedules.create', 'body', REQUIRED, 'required', MISSING),
  ...short('schedules.create', 'body', SHORT, 5),
  ...said('quickMessages.create', 'shortcode', REQUIRED, 'required', [...MISSING, '/']),
  ...said('announcements.create', 'title', REQUIRED, 'required', MISSING),
  ...said('announcements.create', 'text', REQUIRED, 'required', MISSING),
  ...said('files.create', 'name', REQUIRED, 'required', MISSING),
  ...short('files.create', 'name', NAME),
  ...said('prompts.create', 'queueId', SECTOR, 'required', MISSING),
  ...said('chats.create', 'title', TITLE, 'required', MISSING),
  ...said('chats.create', 'users', USERS, 'required', [undefined, null, []]),
  ...said('resetpasswords.reset', 'password', PASSWORD, 'weak_password', ['short', 'alllowercase1']),
  ...said('subscription.create', 'firstName', FULL_NAME, 'required', MISSING),
  ...said('subscription.create', 'address2', ADDRESS, 'required', MISSING),
  ...said('subscription.create', 'city', PAYER_CITY, 'required', MISSING),
  ...said('subscription.create', 'zipcode', ZIP, 'required', MISSING),
  ...said('subscription.create', 'zipcode', ZIP_FORM, 'invalid_zip_code', ['0601-0000']),
  ...said('subscription.create', 'country', COUNTRY, 'required', MISSING),
]
