import { LANGUAGES } from '@balcao/shared/rules/language.ts'
import { describe, expect, it } from 'vitest'
import { contractExpiresEmail } from './contract-expires.ts'
import { confirmationEmail } from './email-confirmation.ts'
import { emailContent, oneLine } from './email-content.ts'
import { invitationEmail } from './invitation.ts'
import { invoiceDueEmail } from './invoice-due.ts'
import { asciiSender } from './send-ses.ts'
import { signInChangedEmail } from './sign-in-changed.ts'

const given = {
  type: 'signInChanged' as const,
  id: '1',
  language: 'pt' as const,
  to: 'ana@example.com',
  name: 'Ana',
  company: 'Loja & Filhos',
  changed: 'password' as const,
  byOther: false,
  at: Date.parse('2026-11-22T05:30:00Z'),
  timezone: 'America/Sao_Paulo',
}

describe('a letter', () => {
  it('says the same as text and as HTML, in which nothing of it is markup', () => {
    const email = emailContent('pt', 'Olá', ['<b onclick="x()">a & b</b>', { code: `<'"&>` }])
    expect(email.text).toBe(`<b onclick="x()">a & b</b>\n\n<'"&>\n`)
    expect(email.html).toContain('&lt;b onclick=&quot;x()&quot;&gt;a &amp; b&lt;/b&gt;')
    expect(email.html).toContain('&lt;&#39;&quot;&amp;&gt;')
    expect(email.html).not.toMatch(/<(b|img|a|script|link|iframe)\b|https?:/)
  })

  it('has a subject of one line, whatever somebody is called', () => {
    expect(emailContent('en', 'a\r\nBcc: everybody@example.com\u2028b', []).subject).toBe(
      'a Bcc: everybody@example.com b',
    )
    expect(oneLine('\u202Eevil\u0000\tname ')).toBe('evil name')
  })
})

describe('the notice of another password or e-mail', () => {
  it('tells what was changed, when in the company’s own time, and by whom', () => {
    const { subject, text, html } = signInChangedEmail(given)
    expect(subject).toBe('Sua senha do Balcão foi alterada')
    expect(text).toContain('Olá, Ana.')
    expect(text).toContain('22/11/2026')
    expect(text).toContain('02:30:00')
    expect(text).toContain('Loja & Filhos')
    expect(text).not.toContain('administrador, na sua')
    expect(html).toContain('Loja &amp; Filhos')
    expect(signInChangedEmail({ ...given, byOther: true }).text).toContain('por um administrador, na sua conta')
  })

  it.each(LANGUAGES)('is written in %s, and differs by what was changed', language => {
    const subjects = (['password', 'email', 'both'] as const).map(
      changed => signInChangedEmail({ ...given, language, changed }).subject,
    )
    expect(new Set(subjects).size).toBe(3)
    expect(signInChangedEmail({ ...given, language }).html).toContain(`<html lang="${language}">`)
  })

  it('is written differently in each language', () => {
    expect(new Set(LANGUAGES.map(language => signInChangedEmail({ ...given, language }).text)).size).toBe(3)
  })
})

describe('the reminder of a contract', () => {
  const contract = {
    language: 'pt' as const,
    name: 'Ana',
    number: '123',
    customer: 'Maria & Filhos',
    expiresAt: '2026-12-31',
    renewal: false,
    days: 7,
  }

  it('says whose contract expires, in how many days and when, and what becomes of it', () => {
    const { subject, text, html } = contractExpiresEmail(contract)
    expect(subject).toBe('Contrato 123 de Maria & Filhos vence em 7 dias')
    expect(text).toContain('vence em 7 dias, em 31/12/2026.')
    expect(text).toContain('não se renova sozinho')
    expect(html).toContain('Maria &amp; Filhos')
    expect(contractExpiresEmail({ ...contract, renewal: true }).text).toContain('se renova sozinho por mais um período')
    expect(contractExpiresEmail({ ...contract, days: 1 }).subject).toMatch(/em 1 dia$/)
  })

  it('is written differently in each language', () => {
    const texts = LANGUAGES.map(language => contractExpiresEmail({ ...contract, language }).text)
    expect(new Set(texts).size).toBe(3)
    expect(contractExpiresEmail({ ...contract, language: 'es' }).html).toContain('<html lang="es">')
  })
})

describe('the letters with a link', () => {
  const link = 'https://app.example.com/confirm#a.b.C'
  const asked = { language: 'pt' as const, name: 'Ana <b>', isNew: false, code: 'ABCD2345', link }
  const invited = {
    language: 'pt' as const,
    name: 'Caio',
    by: 'Ana & Filhos',
    company: 'Padaria\r\nBcc: x',
    email: 'caio@example.com',
    goodUntil: '2026-11-29T12:00:00.000Z',
    timezone: 'America/Sao_Paulo',
    token: 'a.b.C',
    link,
  }

  it('have it as a button and as text, and nothing else one could follow', () => {
    for (const { text, html } of [confirmationEmail(asked), invitationEmail(invited)]) {
      expect(text).toContain(link)
      expect(html.match(/href="[^"]*"/g)).toEqual([`href="${link}"`])
      expect(html).not.toMatch(/<(b|img|script|link|iframe)\b/)
    }
    expect(confirmationEmail(asked).text).toContain('\nABCD2345\n')
    expect(invitationEmail(invited).subject).toBe('Ana & Filhos convidou você para Padaria Bcc: x no Balcão')
    expect(invitationEmail(invited).text).toContain('29 de novembro de 2026 às 09:00')
  })

  it('have the code to type or paste where nobody knows where the pages are', () => {
    for (const email of [
      confirmationEmail({ ...asked, link: undefined }),
      invitationEmail({ ...invited, link: undefined }),
    ]) {
      expect(email.html).not.toContain('href')
      expect(email.text).toMatch(/\n(ABCD2345|a\.b\.C)\n/)
    }
  })

  it('are written differently in each language, and for an address that is wanted', () => {
    const texts = LANGUAGES.flatMap(language => [
      confirmationEmail({ ...asked, language }).text,
      confirmationEmail({ ...asked, language, isNew: true }).text,
      invitationEmail({ ...invited, language }).text,
    ])
    expect(new Set(texts).size).toBe(9)
  })
})

it('a sender is ASCII: another name is an encoded word', () => {
  expect(asciiSender('a@example.com')).toBe('a@example.com')
  expect(asciiSender('Loja <a@example.com>')).toBe('Loja <a@example.com>')
  expect(asciiSender('Balcão <a@example.com>')).toBe('=?UTF-8?B?QmFsY8Ojbw==?= <a@example.com>')
})

describe('the reminder of an invoice', () => {
  const invoice = { number: 7, detail: 'Completo', value: 1299.9, dueDate: '2026-12-01T01:30:00.000Z' }
  const common = { name: 'Ana', company: 'Loja & Filhos', invoice, timezone: 'America/Sao_Paulo' }

  it.each(LANGUAGES)('says in %s what is due, on the company’s own day, and how it is paid', language => {
    const emails = [5, 1, 0, -3].map(days => invoiceDueEmail({ ...common, language, days }))
    expect(new Set(emails.map(({ subject }) => subject)).size).toBe(4)
    for (const { text, html } of emails) {
      expect(text).toContain('30/11/2026')
      expect(text).toMatch(/1[.,]?299[.,]90/)
      expect(html).toContain('Loja &amp; Filhos')
    }
    expect(emails[3]!.text).not.toBe(emails[2]!.text)
  })
})
