import type { Language } from '@balcao/shared/rules/language.ts'
import { type EmailContent, emailContent, oneLine } from './email-content.ts'

/** `by` is empty where the inviter has the company's name, as its first user has at first. */
type Values = { name: string; by: string; company: string; email: string; until: string }
type Words = {
  subject: (values: Values) => string
  before: (values: Values) => readonly string[]
  button: string
  code: string
  after: (values: Values) => string
  ignore: string
}

const WORDS: Record<Language, Words> = {
  pt: {
    subject: values =>
      `${values.by ? `${values.by} convidou você` : 'Você foi convidado'} para ${values.company} no Balcão`,
    before: values => [
      `Olá, ${values.name}.`,
      `${values.by ? `${values.by} convidou você` : 'Você foi convidado'} para atender os clientes de ${values.company} no Balcão. Escolha uma senha para entrar com ${values.email}:`,
    ],
    button: 'Aceitar convite',
    code: 'Abra a página de convites do Balcão e cole este código:',
    after: values => `O convite vale até ${values.until} e uma só vez. Não o passe a ninguém.`,
    ignore: 'Se você não esperava por isso, ignore este e-mail.',
  },
  en: {
    subject: values => `${values.by ? `${values.by} invited you` : 'You are invited'} to ${values.company} at Balcão`,
    before: values => [
      `Hello, ${values.name}.`,
      `${values.by ? `${values.by} invited you` : 'You are invited'} to serve the customers of ${values.company} at Balcão. Choose a password to sign in with ${values.email}:`,
    ],
    button: 'Accept invitation',
    code: 'Open the page of invitations at Balcão and paste this code:',
    after: values => `The invitation is valid until ${values.until}, once. Give it to nobody.`,
    ignore: 'If you did not expect this, ignore this e-mail.',
  },
  es: {
    subject: values => `${values.by ? `${values.by} lo invitó` : 'Lo invitaron'} a ${values.company} en Balcão`,
    before: values => [
      `Hola, ${values.name}.`,
      `${values.by ? `${values.by} lo invitó` : 'Lo invitaron'} a atender a los clientes de ${values.company} en Balcão. Elija una contraseña para entrar con ${values.email}:`,
    ],
    button: 'Aceptar invitación',
    code: 'Abra la página de invitaciones de Balcão y pegue este código:',
    after: values => `La invitación vale hasta el ${values.until} y una sola vez. No se la dé a nadie.`,
    ignore: 'Si no lo esperaba, ignore este correo.',
  },
}

const LOCALES: Record<Language, string> = { pt: 'pt-BR', en: 'en-GB', es: 'es-419' }

type EmailInput = Omit<Values, 'until'> & {
  language: Language
  /** Expiry (ISO), shown in the company's time zone. */
  goodUntil: string
  timezone: string
  token: string
  /** Absent where the stage does not know the web's address: then the token must be pasted. */
  link: string | undefined
}

/** Invites a person to join a company. */
export function invitationEmail({
  language,
  name,
  by,
  company,
  email,
  goodUntil,
  timezone,
  token,
  link,
}: EmailInput): EmailContent {
  const words = WORDS[language]
  const when = new Intl.DateTimeFormat(LOCALES[language], { dateStyle: 'long', timeStyle: 'short', timeZone: timezone })
  const values = {
    name: oneLine(name),
    by: by === company ? '' : oneLine(by),
    company: oneLine(company),
    email,
    until: when.format(Date.parse(goodUntil)),
  }
  return emailContent(language, words.subject(values), [
    ...words.before(values),
    ...(link === undefined ? [words.code, { code: token }] : [{ link, label: words.button }]),
    words.after(values),
    words.ignore,
  ])
}
