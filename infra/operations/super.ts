// `npm run super -- --stage NAME --email ADDRESS [--name NAME] [--company NAME] [--password]`:
// makes a super user of the user with this e-mail, or creates one with a new company; a super user
// stays one. A new password is generated and shown once, or read with `--password`: from the
// terminal, else from the first line of the standard input.
//
// The stage `local` (the default) is the local cloud, `server` that of balcao.env, running or not;
// any other is a deployed one (with credentials and AWS_REGION), or LocalStack's with
// TARGET=localstack.
import { randomBytes } from 'node:crypto'
import { createInterface } from 'node:readline/promises'
import { Email, Name } from '@balcao/shared/api-contract/fields.ts'
import { openTable } from './open-table.ts'
import { endWithUsage, readArguments } from './read-arguments.ts'
import { readStageConfig } from './read-stage-config.ts'

const USAGE = 'super -- --stage NAME --email ADDRESS [--name NAME] [--company NAME] [--password]'
const { values } = readArguments(USAGE, {
  options: {
    stage: { type: 'string' },
    email: { type: 'string', default: '' },
    name: { type: 'string', default: 'Super' },
    company: { type: 'string', default: 'Balcão' },
    password: { type: 'boolean', default: false },
  },
})
const email = Email.safeParse(values.email).data
const name = Name.safeParse(values.name).data
const companyName = Name.safeParse(values.company).data
if (!email || !name || !companyName) endWithUsage(USAGE)

const config = readStageConfig(values.stage)
const isHere = config.stage === 'local' || config.stage === 'server'
const target = !isHere && config.target === 'embedded' ? 'aws' : config.target
process.umask(0o077)
const close = await openTable({ ...config, target })
// Imported only now: these modules read the environment.
const { makeSuper } = await import('@balcao/functions/data/account/make-super.ts')
const { findByEmail } = await import('@balcao/functions/data/table/unique.ts')
const { hashPassword } = await import('@balcao/functions/http/password.ts')

try {
  const isNew = !(await findByEmail(email))
  const password = !isNew ? '' : values.password ? await readPassword() : randomBytes(12).toString('base64url')
  if (isNew && (password.length < 8 || password.length > 50)) fail('A password has 8 to 50 characters.')
  const made = await makeSuper({ email, name, companyName, passwordHash: isNew ? await hashPassword(password) : '' })
  console.log(
    made.outcome === 'made'
      ? `${email} is a super user of ${made.company}${values.password ? '' : `\npassword  ${password}   (shown this once)`}`
      : `${email} ${made.outcome === 'raised' ? 'is a super user now' : 'was a super user already'} (${made.company}); the password is as it was`,
  )
} finally {
  await close()
}

async function readPassword(): Promise<string> {
  const lines = createInterface({ input: process.stdin, ...(process.stdin.isTTY ? { output: process.stdout } : {}) })
  try {
    if (process.stdin.isTTY) return await lines.question('Password: ')
    for await (const line of lines) return line
    return ''
  } finally {
    lines.close()
  }
}

function fail(line: string): never {
  console.error(line)
  process.exit(1)
}
