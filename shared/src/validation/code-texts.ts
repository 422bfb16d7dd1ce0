import type { Language } from '../rules/language.ts'

export type Texts = Record<Language, string>

/** Returns the three texts of a wording, in the order of the catalogue. */
export const texts = (pt: string, en: string, es: string): Texts => ({ pt, en, es })

/**
 * Reasons why a field is refused, with their text where the field has no wording of its own
 * (`field-texts.ts`). Variables such as `{{minimum}}` are the parameters of the problem. A code is
 * the wire value of `details[].code`; it joins with its three texts, or it does not compile.
 */
export const CODE_TEXTS = {
  required: texts('Obrigatório', 'Required', 'Obligatorio'),
  too_short: texts(
    'No mínimo {{minimum}} caracteres',
    'At least {{minimum}} characters',
    'Como mínimo {{minimum}} caracteres',
  ),
  too_long: texts(
    'No máximo {{maximum}} caracteres',
    'At most {{maximum}} characters',
    'Como máximo {{maximum}} caracteres',
  ),
  too_few: texts('No mínimo {{minimum}}', 'At least {{minimum}}', 'Como mínimo {{minimum}}'),
  too_many: texts('No máximo {{maximum}}', 'At most {{maximum}}', 'Como máximo {{maximum}}'),
  too_small: texts('No mínimo {{minimum}}', 'At least {{minimum}}', 'Como mínimo {{minimum}}'),
  too_large: texts('No máximo {{maximum}}', 'At most {{maximum}}', 'Como máximo {{maximum}}'),
  not_above: texts('Maior que {{minimum}}', 'More than {{minimum}}', 'Mayor que {{minimum}}'),
  not_below: texts('Menor que {{maximum}}', 'Less than {{maximum}}', 'Menor que {{maximum}}'),
  too_many_decimals: texts(
    'No máximo {{maximum}} casas decimais',
    'At most {{maximum}} decimals',
    'Como máximo {{maximum}} decimales',
  ),
  not_number: texts('Informe um número', 'Enter a number', 'Ingrese un número'),
  not_integer: texts('Informe um número inteiro', 'Enter a whole number', 'Ingrese un número entero'),
  not_digits: texts('Somente números', 'Digits only', 'Solo números'),
  invalid: texts('Valor inválido', 'Invalid value', 'Valor no válido'),
  invalid_type: texts(
    'Valor inválido: informe {{expected}}',
    'Invalid value: expected {{expected}}',
    'Valor no válido: indique {{expected}}',
  ),
  invalid_option: texts('Opção inválida', 'Invalid option', 'Opción no válida'),
  invalid_format: texts('Formato inválido', 'Invalid format', 'Formato no válido'),
  invalid_id: texts('Identificador inválido', 'Invalid identifier', 'Identificador no válido'),
  invalid_list: texts('Informe uma lista em JSON', 'Give a JSON list', 'Indique una lista en JSON'),
  invalid_email: texts('E-mail inválido', 'Invalid email', 'Correo no válido'),
  invalid_url: texts('Endereço inválido', 'Invalid URL', 'Dirección no válida'),
  invalid_date: texts('Data inválida', 'Invalid date', 'Fecha no válida'),
  invalid_time: texts('Horário inválido: use HH:mm', 'Invalid time: use HH:mm', 'Hora no válida: use HH:mm'),
  invalid_time_zone: texts('Fuso horário inválido', 'Invalid time zone', 'Zona horaria no válida'),
  invalid_document: texts('Documento inválido', 'Invalid document', 'Documento no válido'),
  invalid_zip_code: texts('CEP inválido', 'Invalid postal code', 'Código postal no válido'),
  invalid_color: texts('Cor inválida', 'Invalid colour', 'Color no válido'),
  masked_number: texts(
    'O número está oculto: escreva-o inteiro ou deixe como está',
    'The number is hidden: write all of it, or leave it as it is',
    'El número está oculto: escríbalo entero o déjelo como está',
  ),
  invalid_phone: texts(
    'Número inválido: informe o DDD; de outro país, + e o código dele',
    'Invalid number: enter it with area code; from another country, with + and its code',
    'Número no válido: indique el código de área; de otro país, + y su código',
  ),
  invalid_emoji: texts(
    'Informe um único emoji, ou nada',
    'Give one emoji, or nothing',
    'Indique un solo emoji, o nada',
  ),
  invalid_video: texts('Não é um vídeo do YouTube', 'Not a YouTube video', 'No es un video de YouTube'),
  invalid_name: texts(
    'Use uma letra, depois letras, dígitos ou _',
    'Use a letter, then letters, digits or _',
    'Use una letra, después letras, dígitos o _',
  ),
  variable_at_edge: texts(
    'Uma variável não pode começar, terminar nem vir junto de outra',
    'A variable cannot begin or end it, nor stand next to another',
    'Una variable no puede empezar, terminar ni ir junto a otra',
  ),
  reserved_name: texts(
    'Este nome já é de uma variável padrão',
    'A standard variable has this name',
    'Una variable estándar ya tiene este nombre',
  ),
  weak_password: texts(
    'A senha precisa ter no mínimo 8 caracteres, sendo uma letra maiúscula, uma minúscula e um número.',
    'The password needs at least 8 characters, with a capital letter, a small one and a number.',
    'La contraseña necesita al menos 8 caracteres, con una mayúscula, una minúscula y un número.',
  ),
  mismatch: texts('Não corresponde', 'Does not match', 'No coincide'),
  duplicate: texts('Há itens repetidos', 'Something is there twice', 'Hay elementos repetidos'),
  nothing_given: texts('Informe ao menos um', 'Give at least one', 'Indique al menos uno'),
  too_late: texts('A data é distante demais', 'The date is too far away', 'La fecha es demasiado lejana'),
  before_start: texts(
    'Não pode vir antes de {{other}}',
    'Must not come before {{other}}',
    'No puede ser anterior a {{other}}',
  ),
  same_time: texts('Escolha outro horário', 'Choose another time', 'Elija otra hora'),
  goes_together: texts(
    'Informe junto com {{other}}, ou nenhum dos dois',
    'Give it together with {{other}}, or neither',
    'Indíquelo junto con {{other}}, o ninguno de los dos',
  ),
  excludes: texts(
    'Informe este ou {{other}}, não os dois',
    'Give this or {{other}}, not both',
    'Indique este o {{other}}, no los dos',
  ),
  same_row: texts('Escolha outro', 'Choose another', 'Elija otro'),
  other_contact: texts(
    'Não é o contato do atendimento',
    'Not the contact of the ticket',
    'No es el contacto de la atención',
  ),
  unchangeable: texts('Não pode mudar', 'Cannot be changed', 'No puede cambiar'),
  not_expected: texts('Deixe em branco', 'Leave it empty', 'Déjelo en blanco'),
  page_too_deep: texts(
    'Páginas por número terminam na linha {{maximum}}: continue com o cursor da página anterior',
    'Pages by number end at row {{maximum}}: go on with the cursor of the page before',
    'Las páginas por número terminan en la fila {{maximum}}: continúe con el cursor de la página anterior',
  ),
  not_a_file: texts('O campo precisa ser um arquivo', 'The field must be a file', 'El campo debe ser un archivo'),
  unknown_file_field: texts(
    'Campo de arquivo desconhecido: envie o arquivo em {{other}}',
    'Unknown file field: send the file in {{other}}',
    'Campo de archivo desconocido: envíe el archivo en {{other}}',
  ),
  files_mismatch: texts(
    'Indique um lugar para cada arquivo',
    'Name a place for each file',
    'Indique un lugar para cada archivo',
  ),
  not_well_formed: texts(
    'O texto não é Unicode válido',
    'The text is not well-formed Unicode',
    'El texto no es Unicode válido',
  ),
  view_status: texts(
    'Resolvidos só junto com tag, usuário, prioridade, campo, origem, não lidas, data ou meta perdida; sozinhos também',
    'Closed ones only together with tag, user, priority, field, origin, unread, date or missed goal; or alone',
    'Resueltos solo junto con etiqueta, usuario, prioridad, campo, origen, no leídos, fecha o meta incumplida; o solos',
  ),
  view_users: texts(
    '“Eu” não se combina com outros usuários',
    '“Me” cannot be combined with other users',
    '“Yo” no se combina con otros usuarios',
  ),
  view_fields: texts(
    'Só campos de atendimentos, não de contatos ou clientes',
    'Fields of tickets only, not of contacts or customers',
    'Solo campos de atenciones, no de contactos o clientes',
  ),
  control_characters: texts('Sem caracteres de controle', 'No control characters', 'Sin caracteres de control'),
} as const satisfies Record<string, Texts>

export type ValidationCode = keyof typeof CODE_TEXTS

export const isValidationCode = (code: string): code is ValidationCode => Object.hasOwn(CODE_TEXTS, code)
