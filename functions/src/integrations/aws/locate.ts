import type { Place } from './json-call.ts'

type Endpoint = { url: URL; properties?: { authSchemes?: { signingRegion?: string }[] } }

/** What is used of an SDK client. */
type Client = {
  config: { region: () => Promise<string> }
  send: (command: never, options: object) => Promise<unknown>
}
type Command = { middlewareStack: { add: (middleware: never, options: { step: 'build' }) => void } }

/** Where an SDK client would send a command: its rules for regions, FIPS, accounts and the environment are the SDK's alone. */
export async function locateBy(client: Client, command: Command): Promise<Place> {
  let endpoint: Endpoint | undefined
  const middleware = (_next: unknown, context: { endpointV2?: Endpoint }) => async () => {
    // It has been resolved by now, and goes no further.
    endpoint = context.endpointV2
    return { output: { $metadata: {} }, response: undefined }
  }
  command.middlewareStack.add(middleware as never, { step: 'build' })
  // With options, so that the client does not keep this for other commands of the class.
  await client.send(command as never, {})
  if (!endpoint) throw new Error('the SDK named no endpoint')
  return {
    url: endpoint.url,
    region: endpoint.properties?.authSchemes?.[0]?.signingRegion ?? (await client.config.region()),
  }
}
