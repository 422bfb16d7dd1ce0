import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readCard } from './vcard.ts'

const card = (...lines: string[]) => ['BEGIN:VCARD', ...lines, 'END:VCARD'].join('\r\n')

describe('readCard', () => {
  it('reads a card of 2.1: quoted-printable with soft line breaks, charsets, several numbers, organisation', () => {
    const text = card(
      'VERSION:2.1',
      'N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:Concei=C3=A7=C3=A3o;Jo=C3=A3o;;;',
      'FN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:Jo=C3=A3o da=',
      ' Concei=C3=A7=C3=A3o',
      'ORG;ENCODING=QUOTED-PRINTABLE;CHARSET=ISO-8859-1:Padaria P=E3o;Matriz',
      'TEL;CELL;PREF:+55 11 98888-7777',
      'TEL;WORK;VOICE:(11) 3333-4444',
    )
    expect(readCard(text)).toEqual({
      name: 'João daConceição',
      organization: 'Padaria Pão, Matriz',
      numbers: [
        { number: '5511988887777', types: ['cell'], isWhatsapp: false },
        { number: '1133334444', types: ['work'], isWhatsapp: false },
      ],
    })
  })

  it('reads grouped properties, labels, WhatsApp accounts and numbers as addresses', () => {
    const text = card(
      'VERSION:3.0',
      'FN:Bia Souza',
      'item1.TEL;waid=5511977776666:+55 11 97777-6666',
      'item1.X-ABLabel:_$!<Mobile>!$_',
      'TEL;TYPE="work,voice";VALUE=uri:tel:+55-11-3333-4444;ext=12',
      'TEL;TYPE=HOME:+55 11 97777-6666',
    )
    expect(readCard(text).numbers).toEqual([
      { number: '5511977776666', types: ['Mobile'], isWhatsapp: true },
      { number: '551133334444', types: ['work'], isWhatsapp: false },
    ])
  })

  it('reads windows-1252 where a card names it, or no charset that fits', () => {
    const name = (charset: string) =>
      readCard(card(`FN;ENCODING=QUOTED-PRINTABLE${charset}:S=E3o Jos=E9 =96 loja`)).name
    expect(['', ';CHARSET=windows-1252', ';CHARSET=UTF-8', ';CHARSET=x-what'].map(name)).toEqual(
      Array(4).fill('São José – loja'),
    )
  })

  it('shows of a broken card what can be read', () => {
    expect(readCard('FN:Ana\nTEL;=;:::55 11 98888-7777\nlixo\n;;:')).toMatchObject({ name: 'Ana' })
    expect(readCard('N:Souza;Bia;;;').name).toBe('Bia Souza')
    expect(readCard('TEL:12')).toEqual({ name: '', organization: '', numbers: [] })
  })

  it('reads every name in quoted-printable, folded or soft broken anywhere', () => {
    const name = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }).map(text => text.replace(/[\\\s]/g, 'x'))
    fc.assert(
      fc.property(name, fc.nat(60), (given, cut) => {
        const quoted = [...new TextEncoder().encode(given)].map(
          byte => `=${byte.toString(16).padStart(2, '0').toUpperCase()}`,
        )
        const at = cut % (quoted.length + 1)
        const text = `${quoted.slice(0, at).join('')}=\r\n${quoted.slice(at).join('')}`
        expect(readCard(card(`FN;ENCODING=QUOTED-PRINTABLE;CHARSET=UTF-8:${text}`)).name).toBe(given.trim())
      }),
    )
  })

  it('survives anything', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), text => Array.isArray(readCard(text).numbers)))
    fc.assert(
      fc.property(fc.string(), text =>
        Array.isArray(readCard(card(`FN;ENCODING=QUOTED-PRINTABLE:${text}`, `TEL;${text}`)).numbers),
      ),
    )
  })
})
