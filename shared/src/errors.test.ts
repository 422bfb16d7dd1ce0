import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { UNKNOWN_ERROR } from './error-texts/unknown-error.ts'
import { AppError, ERRORS, errorText, isErrorCode } from './errors.ts'

describe('the error catalogue', () => {
  it.each(Object.entries(ERRORS))('%s has a status and a text in each language', (code, entry) => {
    expect(code).toMatch(/^ERR_[A-Z_]+$/)
    expect(entry.status).toBeGreaterThanOrEqual(400)
    for (const language of ['pt', 'en', 'es'] as const) {
      expect(entry[language].length).toBeGreaterThan(5)
      // UX: no exclamation marks in errors.
      expect(entry[language]).not.toContain('!')
    }
    expect(new Set([entry.pt, entry.en, entry.es]).size).toBeGreaterThan(1)
  })

  it('has each code in the file of one area', () => {
    const folder = new URL('./error-texts/', import.meta.url)
    const files = readdirSync(folder).map(name => readFileSync(new URL(name, folder), 'utf8'))
    const codes = files.flatMap(file => [...file.matchAll(/^ {2}(ERR_\w+): /gm)].map(([, code]) => code))
    expect(codes.toSorted()).toEqual(Object.keys(ERRORS).toSorted())
  })

  it('has every code of the specification but the one of decision 0008', () => {
    const codes = `ERR_NO_OTHER_WHATSAPP ERR_NO_DEF_WAPP_FOUND ERR_WAPP_NOT_INITIALIZED ERR_WAPP_CHECK_CONTACT
      ERR_WAPP_INVALID_CONTACT ERR_WAPP_DOWNLOAD_MEDIA ERR_INVALID_CREDENTIALS ERR_SENDING_WAPP_MSG ERR_DELETE_WAPP_MSG
      ERR_OTHER_OPEN_TICKET ERR_SESSION_EXPIRED ERR_NO_PERMISSION ERR_DUPLICATED_CONTACT
      ERR_NO_SETTING_FOUND ERR_NO_CONTACT_FOUND ERR_NO_TICKET_FOUND ERR_NO_USER_FOUND ERR_NO_WAPP_FOUND
      ERR_CREATING_MESSAGE ERR_CREATING_TICKET ERR_FETCH_WAPP_MSG ERR_QUEUE_COLOR_ALREADY_EXISTS
      ERR_WAPP_GREETING_REQUIRED`.split(/\s+/)
    for (const code of codes) expect(isErrorCode(code), code).toBe(true)
    expect(isErrorCode('ERR_USER_CREATION_DISABLED')).toBe(false)
  })

  it('shows a known code translated, an unknown one raw, nothing as the general text', () => {
    expect(errorText('ERR_NO_TICKET_FOUND', 'en')).toBe('Ticket not found.')
    expect(errorText('Something odd', 'pt')).toBe('Something odd')
    expect(errorText('', 'es')).toBe(UNKNOWN_ERROR)
    expect(errorText('toString', 'pt')).toBe('toString')
  })

  it('gives AppError the status of its code', () => {
    expect(new AppError('ERR_CONFLICT').status).toBe(409)
  })
})
