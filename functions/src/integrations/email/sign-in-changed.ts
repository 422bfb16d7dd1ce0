import type { Mail } from '@balcao/shared/events/queues.ts'
import type { Language } from '@balcao/shared/rules/language.ts'
import { type EmailContent, emailContent, oneLine } from './email-content.ts'

type EmailInput = Extract<Mail, { type: 'signInChanged' }>
type Values = { name: string; company: string; at: string; byOther: boolean; endsSessions: boolean }
type Words = {
  subject: Record<EmailInput['changed'], string>
  paragraphs: (values: Values) => readonly [string, string, string]
}

const WORDS: Record<Language, Words> = {
  pt: {
    subject: {
      password: 'Sua senha do Balcão foi alterada',
      email: 'Seu e-mail de acesso ao Balcão foi alterado',
      both: 'Sua senha e seu e-mail de acesso ao Balcão foram alterados',
      secondFactorOn: 'A verificação em duas etapas do Balcão foi ativada',
      secondFactorOff: 'A verificação em duas etapas do Balcão foi desativada',
    },
    paragraphs: ({ name, company, at, byOther, endsSessions }) => [
      `Olá, ${name}.`,
      `A alteração foi feita em ${at}${byOther ? ' por um administrador' : ''}, na sua conta em ${company}.${endsSessions ? ' Todas as outras sessões foram encerradas.' : ''}`,
      'Se você não esperava por isso, fale agora mesmo com um administrador da sua empresa.',
    ],
  },
  en: {
    subject: {
      password: 'Your Balcão password was changed',
      email: 'Your Balcão sign-in e-mail was changed',
      both: 'Your Balcão password and sign-in e-mail were changed',
      secondFactorOn: 'Two-step verification was switched on in Balcão',
      secondFactorOff: 'Two-step verification was switched off in Balcão',
    },
    paragraphs: ({ name, company, at, byOther, endsSessions }) => [
      `Hello, ${name}.`,
      `The change was made on ${at}${byOther ? ' by an admin' : ''}, in your account at ${company}.${endsSessions ? ' Every other session has ended.' : ''}`,
      'If you did not expect this, talk to an admin of your company right away.',
    ],
  },
  es: {
    subject: {
      password: 'Su contraseña de Balcão fue cambiada',
      email: 'Su correo de acceso a Balcão fue cambiado',
      both: 'Su contraseña y su correo de acceso a Balcão fueron cambiados',
      secondFactorOn: 'La verificación en dos pasos de Balcão fue activada',
      secondFactorOff: 'La verificación en dos pasos de Balcão fue desactivada',
    },
    paragraphs: ({ name, company, at, byOther, endsSessions }) => [
      `Hola, ${name}.`,
      `El cambio se hizo el ${at}${byOther ? ' por un administrador' : ''}, en su cuenta de ${company}.${endsSessions ? ' Todas las demás sesiones terminaron.' : ''}`,
      'Si no lo esperaba, hable ahora mismo con un administrador de su empresa.',
    ],
  },
}

const LOCALES: Record<Language, string> = { pt: 'pt-BR', en: 'en-GB', es: 'es-419' }

/**
 * Informs a user, at the previous address, that their password, e-mail or second factor was
 * changed.
 */
export function signInChangedEmail({
  language,
  name,
  company,
  changed,
  byOther,
  at,
  timezone,
}: EmailInput): EmailContent {
  const when = new Intl.DateTimeFormat(LOCALES[language], { dateStyle: 'short', timeStyle: 'long', timeZone: timezone })
  const { subject, paragraphs } = WORDS[language]
  const endsSessions = changed !== 'secondFactorOn' && changed !== 'secondFactorOff'
  const values = { name: oneLine(name), company: oneLine(company), at: when.format(at), byOther, endsSessions }
  return emailContent(language, subject[changed], paragraphs(values))
}
