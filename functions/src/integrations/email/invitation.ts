import type { Language } from '@balcao/shared/rules/language.ts'
import { type EmailContent, emailContent, oneLine } from './email-content.ts'

/** `by` is empty where the inviter has the company's name, as its first user has at first. */
type Said = { name: string; by: string; company: string; email: string; until: string }
type Words = {
  subject: (said: Said) => string
  before: (said: Said) => readonly string[]
  button: string
  code: string
  after: (said: Said) => string
  ignore: string
}

const WORDS: Record<Language, Words> = {
  pt: {
    subject: said => `${said.by ? `${said.by} convidou você` : 'Você foi convidado'} para ${said.company} no Balcão`,
    before: said => [
      `Olá, ${said.name}.`,
      `${said.by ? `${said.by} convidou você` : 'Você foi convidado'} para atender os clientes de ${said.company} no Balcão. Escolha uma senha para entrar com ${said.email}:`,
    ],
    button: 'Aceitar convite',
    code: 'Abra a página de convites do Balcão e cole este código:',
    after: said => `O convite vale até ${said.until} e uma só vez. Não o passe a ninguém.`,
    ignore: 'Se você não esperava por isso, ignore este e-mail.',
  },
  en: {
    subject: said => `${said.by ? `${said.by} invited you` : 'You are invited'} to ${said.company} at Balcão`,
    before: said => [
      `Hello, ${said.name}.`,
      `${said.by ? `${said.by} invited you` : 'You are invited'} to serve the customers of ${said.company} at Balcão. Choose a password to sign in with ${said.email}:`,
    ],
    button: 'Accept invitation',
    code: 'Open the page of invitations at Balcão and paste this code:',
    after: said => `The invitation is good until ${said.until}, once. Give it to nobody.`,
    ignore: 'If you did not expect this, ignore this e-mail.',
  },
  es: {
    subject: said => `${said.by ? `${said.by} lo invitó` : 'Lo invitaron'} a ${said.company} en Balcão`,
    before: said => [
      `Hola, ${said.name}.`,
      `${said.by ? `${said.by} lo invitó` : 'Lo invitaron'} a atender a los clientes de ${said.company} en Balcão. Elija una contraseña para entrar con ${said.email}:`,
    ],
    button: 'Aceptar invitación',
    code: 'Abra la página de invitaciones de Balcão y pegue este código:',
    after: said => `La invitación vale hasta el ${said.until} y una sola vez. No se la dé a nadie.`,
    ignore: 'Si no lo esperaba, ignore este correo.',
  },
}

const LOCALES: Record<Language, string> = { pt: 'pt-BR', en: 'en-GB', es: 'es-419' }

type EmailInput = Omit<Said, 'until'> & {
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
  const said = {
    name: oneLine(name),
    by: by === company ? '' : oneLine(by),
    company: oneLine(company),
    email,
    until: when.format(Date.parse(goodUntil)),
  }
  return emailContent(language, words.subject(said), [
    ...words.before(said),
    ...(link === undefined ? [words.code, { code: token }] : [{ link, label: words.button }]),
    words.after(said),
    words.ignore,
  ])
}
