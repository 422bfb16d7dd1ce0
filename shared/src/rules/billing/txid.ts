/**
 * The `txid` of a company's Pix charge: 26 to 35 letters and digits (API Pix v2, `CobTxid`). It
 * contains the company's id, so the bank's notice of a charge leads to its row without a second
 * lookup row.
 */
import { isId } from '../../ids.ts'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const BASE = BigInt(ALPHABET.length)
/** Characters of a company's id: 62^22 is more than 2^128. */
const COMPANY_SIGNS = 22
/** Characters that distinguish the charges of a company: 71 bits. */
const OWN_SIGNS = 12

function encode(value: bigint, signs: number): string {
  let text = ''
  for (let rest = value; text.length < signs; rest /= BASE) text = ALPHABET[Number(rest % BASE)] + text
  return text
}

/**
 * Returns a new `txid` of a company.
 * @param random at least twelve random bytes
 */
export function txidOf(companyId: string, random: Uint8Array): string {
  const chance = random.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n)
  return `${encode(BigInt(`0x${companyId.replaceAll('-', '')}`), COMPANY_SIGNS)}${encode(chance, OWN_SIGNS)}`
}

/** Returns the company of a charge; undefined if the text is no `txid` of ours. */
export function companyOfTxid(txid: string): string | undefined {
  if (txid.length !== COMPANY_SIGNS + OWN_SIGNS || !/^[0-9A-Za-z]+$/.test(txid)) return undefined
  const value = [...txid.slice(0, COMPANY_SIGNS)].reduce((sum, sign) => sum * BASE + BigInt(ALPHABET.indexOf(sign)), 0n)
  const hex = value.toString(16).padStart(32, '0')
  const id = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
  return isId(id) ? id : undefined
}
