import { type Clients, createClients } from '../src/clients.ts'

export type FaultyClients = {
  clients: Clients
  /** Every call to the table takes this much longer. */
  delayMs: number
  /** Calls to the table for which this says true fail. @param input the command's input */
  failTable: (command: string, input: Record<string, unknown>) => boolean
  failQueue: (command: string) => boolean
  /** How often the table was called, by command. */
  calls: Record<string, number>
}

/** Real clients of the local services whose way there can be made slow or broken. */
export function faultyClients(): FaultyClients {
  const clients = createClients()
  const faulty: FaultyClients = { clients, delayMs: 0, failTable: () => false, failQueue: () => false, calls: {} }
  clients.table.middlewareStack.add(
    (next, context) => async args => {
      const name = context.commandName ?? ''
      faulty.calls[name] = (faulty.calls[name] ?? 0) + 1
      if (faulty.failTable(name, args.input as Record<string, unknown>)) throw new Error('the table is away')
      if (faulty.delayMs) await new Promise(resolve => setTimeout(resolve, faulty.delayMs))
      if (faulty.failTable(name, args.input as Record<string, unknown>)) throw new Error('the table is away')
      return next(args)
    },
    { step: 'initialize', name: 'faults' },
  )
  clients.sqs.middlewareStack.add(
    (next, context) => async args => {
      if (faulty.failQueue(context.commandName ?? '')) throw new Error('the queue is away')
      return next(args)
    },
    { step: 'initialize', name: 'faults' },
  )
  return faulty
}
