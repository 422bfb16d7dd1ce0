import { expect, it } from 'vitest'
import { cdkProgram } from './cdk-program.ts'

it('names the command that installs the CDK command line', () => {
  expect(() => cdkProgram('/nonexistent')).toThrow(/^[^\n]*npm ci --prefix infra\/cdk$/)
})
