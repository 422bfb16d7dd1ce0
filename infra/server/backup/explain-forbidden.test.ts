import { expect, it } from 'vitest'
import { explainForbidden } from './explain-forbidden.ts'

const failed = (code: string) => Object.assign(new Error(`${code}: mkdir '/mnt/backup'`), { code })

it.each([
  ['EACCES', "sudo install -d -m 700 -o balcao -g balcao '/mnt/backup'"],
  ['EPERM', "sudo install -d -m 700 -o balcao -g balcao '/mnt/backup'"],
  ['EROFS', 'npm run serve -- --install'],
])('names the command that helps against %s', (code, command) => {
  const explained = explainForbidden(failed(code), '/mnt/backup') as Error
  expect(explained.message).toContain(command)
  expect(explained.message).not.toContain(code)
})

it('leaves other errors as they are', () => {
  const error = failed('ENOSPC')
  expect(explainForbidden(error, '/mnt/backup')).toBe(error)
})
