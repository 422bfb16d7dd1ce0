import { openTable } from './open-table.ts'
import { endWithUsage, readArguments } from './read-arguments.ts'
import { readStageConfig } from './read-stage-config.ts'

/**
 * Runs a command on the table for the company of `--company ID`, or for all with `--all`. Prints
 * the result of `work` for each; an unknown company is an error.
 * @param prepare imports the command's code, which reads the environment, and returns its work
 * `finish` runs after all of them.
 */
export async function eachCompany(
  command: string,
  prepare: () => Promise<{ work: (companyId: string) => Promise<string>; finish?: (all: boolean) => Promise<void> }>,
): Promise<void> {
  const usage = `${command} -- --company ID | --all`
  const { values } = readArguments(usage, {
    options: { company: { type: 'string' }, all: { type: 'boolean', default: false } },
  })
  if (values.all === (values.company !== undefined)) endWithUsage(usage)
  const close = await openTable(readStageConfig())
  try {
    const { getCompany } = await import('@balcao/functions/data/company/company.ts')
    const { listCompanyIds } = await import('@balcao/functions/data/company/installation.ts')
    const { work, finish } = await prepare()
    for (const id of values.company ? [values.company] : await listCompanyIds()) {
      if (await getCompany(id)) console.log(`${id}  ${await work(id)}`)
      else {
        console.error(`there is no company ${id}`)
        process.exitCode = 1
      }
    }
    await finish?.(values.all)
  } finally {
    await close()
  }
}
