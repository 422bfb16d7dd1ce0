import type { ServiceEndpoint } from './json-call.ts'

type Endpoint = { url: URL; properties?: { authSchemes?: { signingRegion?: string }[] } }

/** Part of an SDK client that is used here. */
type Client = {
  config: { region: () => Promise<string> }
  send: (command: never, options: object) => Promise<unknown>
}
type Command = { middlewareStack: { add: (middleware: never, options: { step: 'build' }) => void } }

/**
 * Returns where an SDK client would send a command: only the SDK knows its rules for regions, FIPS,
 * accounts and the environment.
 */
export async function serviceEndpointOf(client: Client, command: Command): Promise<ServiceEndpoint> {
  let endpoint: Endpoint | undefined
  const middleware = (_next: unknown, context: { endpointV2?: Endpoint }) => async () => {
    // The endpoint is resolved by now; the command stops here.
    endpoint = context.endpointV2
    return { output: { $metadata: {} }, response: undefined }
  }
  command.middlewareStack.add(middleware as never, { step: 'build' })
  // With options, so that the client does not cache this for other commands of the class.
  await client.send(command as never, {})
  if (!endpoint) throw new Error('the SDK named no endpoint')
  return {
    url: endpoint.url,
    region: endpoint.properties?.authSchemes?.[0]?.signingRegion ?? (await client.config.region()),
  }
}
