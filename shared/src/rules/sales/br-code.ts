/**
 * Static Pix BR Code: an EMV merchant-presented QR text (EMVCo QRCPS-MPM 1.1) in the profile of the
 * Brazilian central bank (Manual de Padrões para Iniciação do Pix). A field is an id of two digits,
 * a length of two digits and the value.
 */

/**
 * Pattern of a receiver's key: printable characters, up to the length that the account field takes
 * with its domain.
 */
const KEY = /^[\x21-\x7e]{1,77}$/

/** Maximum amount in cents: the field has thirteen characters. */
const MAX_AMOUNT = 999_999_999_999

const MAX_NAME_LENGTH = 25
const MAX_CITY_LENGTH = 15
const MAX_REFERENCE_LENGTH = 25

const field = (id: string, value: string): string => `${id}${String(value.length).padStart(2, '0')}${value}`

/**
 * Returns the CRC-16/CCITT-FALSE of a text (ISO/IEC 13239 as in the standard): polynomial 1021,
 * initial value FFFF, not reflected.
 */
function crc16(text: string): number {
  let rest = 0xffff
  for (const sign of text) {
    rest ^= sign.charCodeAt(0) << 8
    for (let bit = 0; bit < 8; bit++) rest = (rest & 0x8000 ? (rest << 1) ^ 0x1021 : rest << 1) & 0xffff
  }
  return rest
}

/**
 * Returns a name in characters every reader accepts: without accents, and without characters that
 * have no plain letter.
 */
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
 * Returns the text that a payer's bank reads from a QR code, or from the clipboard, to fill in a
 * Pix payment.
 * @param key the receiver's Pix key as its bank has it: digits of a CPF or CNPJ, e-mail, phone with
 * +55, or random key
 * @param name the receiver's name, of which 25 characters are shown
 * @param city the receiver's city, of which 15 characters are shown
 * @param amount cents; with 0 the payer types the amount
 * @param reference name of the payment in the receiver's statement; its letters and digits count,
 * 25 at most
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
  if (!Number.isInteger(amount) || amount < 0 || amount > MAX_AMOUNT) throw new RangeError('an amount is whole cents')
  const label = reference.replace(/[^0-9A-Za-z]/g, '').slice(0, MAX_REFERENCE_LENGTH)
  const cents = String(amount).padStart(3, '0')
  const code = [
    field('00', '01'),
    field('26', field('00', 'br.gov.bcb.pix') + field('01', key)),
    field('52', '0000'),
    field('53', '986'),
    amount > 0 ? field('54', `${cents.slice(0, -2)}.${cents.slice(-2)}`) : '',
    field('58', 'BR'),
    // Name and city may not be empty; a reader shows them and sends the money by the key.
    field('59', plain(name, MAX_NAME_LENGTH) || 'LOJA'),
    field('60', plain(city, MAX_CITY_LENGTH) || 'BRASIL'),
    // Three asterisks mean that the receiver asks for no reference.
    field('62', field('05', label || '***')),
    '6304',
  ].join('')
  return code + crc16(code).toString(16).toUpperCase().padStart(4, '0')
}
