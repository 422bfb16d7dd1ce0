/**
 * The static Pix BR Code: an EMV merchant-presented QR text (EMVCo QRCPS-MPM 1.1) as the Brazilian central bank profiles it
 * (Manual de Padrões para Iniciação do Pix). Fields are an id of two digits, a length of two digits and the value.
 */

/** What a receiver's key may be: as long as the account field takes with its domain, of the signs the standard allows. */
const KEY = /^[\x21-\x7e]{1,77}$/

/** In cents: what fits the thirteen signs of the amount. */
const MOST = 999_999_999_999

const MOST_NAME = 25
const MOST_CITY = 15
const MOST_REFERENCE = 25

const field = (id: string, value: string): string => `${id}${String(value.length).padStart(2, '0')}${value}`

/** CRC-16/CCITT-FALSE (ISO/IEC 13239 as the standard takes it): polynomial 1021, from FFFF on, nothing reflected. */
function crc16(text: string): number {
  let rest = 0xffff
  for (const sign of text) {
    rest ^= sign.charCodeAt(0) << 8
    for (let bit = 0; bit < 8; bit++) rest = (rest & 0x8000 ? (rest << 1) ^ 0x1021 : rest << 1) & 0xffff
  }
  return rest
}

/** A name in the signs every reader takes: accents fall, what has no plain letter goes. */
const plain = (text: string, most: number): string =>
  text
    .normalize('NFKD')
    .replace(/\s+/g, ' ')
    .replace(/[^\x20-\x7e]/g, '')
    .replace(/ {2,}/g, ' ')
    .trim()
    .slice(0, most)
    .trimEnd()

/**
 * What a payer's bank reads out of a QR code, or out of the clipboard, to fill in a Pix payment.
 * @param key the receiver's Pix key as its bank has it: digits of a CPF or CNPJ, e-mail, phone with +55, or random key
 * @param name the receiver's, of which 25 signs are shown
 * @param city the receiver's, of which 15 signs are shown
 * @param amount cents; of 0 the payer types the amount
 * @param reference what the receiver's statement calls the payment by; its letters and digits count, 25 at most
 * @throws RangeError when the key or the amount cannot stand in a code
 */
export function brCode({
  key,
  name,
  city,
  amount,
  reference,
}: {
  key: string
  name: string
  city: string
  amount: number
  reference: string
}): string {
  if (!KEY.test(key)) throw new RangeError('a Pix key has 1 to 77 plain signs')
  if (!Number.isInteger(amount) || amount < 0 || amount > MOST) throw new RangeError('an amount is whole cents')
  const label = reference.replace(/[^0-9A-Za-z]/g, '').slice(0, MOST_REFERENCE)
  const cents = String(amount).padStart(3, '0')
  const code = [
    field('00', '01'),
    field('26', field('00', 'br.gov.bcb.pix') + field('01', key)),
    field('52', '0000'),
    field('53', '986'),
    amount > 0 ? field('54', `${cents.slice(0, -2)}.${cents.slice(-2)}`) : '',
    field('58', 'BR'),
    // Neither may be empty; a reader shows them and sends the money by the key.
    field('59', plain(name, MOST_NAME) || 'LOJA'),
    field('60', plain(city, MOST_CITY) || 'BRASIL'),
    // Three stars: the receiver asks for no reference.
    field('62', field('05', label || '***')),
    '6304',
  ].join('')
  return code + crc16(code).toString(16).toUpperCase().padStart(4, '0')
}
