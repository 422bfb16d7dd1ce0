import { AsyncLocalStorage } from 'node:async_hooks'

/** Token of the public API that stands for a user. */
export type MachineUser = { id: string; companyId: string; name: string }

const machines = new AsyncLocalStorage<MachineUser>()

/**
 * Runs a call of the public API in the name of its token: operations that read their caller find
 * the token, and nobody else does.
 */
export const withMachineUser = <T>(machine: MachineUser, work: () => Promise<T>): Promise<T> =>
  machines.run(machine, work)

/** Returns the token that calls, if it has this id. */
export function machineUser(companyId: string, userId: string): MachineUser | undefined {
  const machine = machines.getStore()
  return machine?.id === userId && machine.companyId === companyId ? machine : undefined
}
