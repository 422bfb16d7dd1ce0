import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { REPOSITORY } from './repository.ts'

/**
 * Returns the path of the CDK's command line, a Node program. Only deployments need it, so it is
 * installed apart (decision 0061).
 * @throws when it is not installed, naming the command that installs it
 */
export function cdkProgram(packages = join(REPOSITORY, 'infra/cdk/node_modules')): string {
  const program = join(packages, 'aws-cdk/bin/cdk')
  if (existsSync(program)) return program
  throw new Error('The CDK command line is not installed. Install it with: npm ci --prefix infra/cdk')
}
