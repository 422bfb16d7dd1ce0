import { userInfo } from 'node:os'
import { expect, it } from 'vitest'
import { explainForbidden } from './explain-forbidden.ts'

const failed = (code: string) => Object.assign(new Error(`${code}: mkdir '/mnt/backup'`), { code })

it.each([
  [
    'EACCES',
    "the user shop may not write /mnt/backup: run this as the user of the server, or, if shop is that user, make it theirs (sudo install -d -m 700 -o 'shop' '/mnt/backup')",
  ],
  ['EPERM', "sudo install -d -m 700 -o 'shop' '/mnt/backup'"],
  ['EROFS', 'npm run serve -- --install'],
])('names the command that helps against %s', (code, command) => {
  const explained = explainForbidden(failed(code), '/mnt/backup', 'shop') as Error
  expect(explained.message).toContain(command)
  expect(explained.message).not.toContain(code)
})

it('names the user that runs it', () => {
  expect(String(explainForbidden(failed('EACCES'), '/mnt/backup'))).toContain(`the user ${userInfo().username} may not`)
})

it('leaves other errors as they are', () => {
  const error = failed('ENOSPC')
  expect(explainForbidden(error, '/mnt/backup')).toBe(error)
})
