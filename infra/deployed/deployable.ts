/**
 * Removes from a synthesized assembly what the emulator cannot create, and nothing else: each
 * resource has a line below with its reason. A resource that is listed but not in the templates, or
 * listed more often, is an error, so the list never covers more than it names; and a resource
 * unknown to the emulator fails the deployment.
 */
import { randomBytes } from 'node:crypto'
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

type LeftOut = {
  /** Name of the stack without `balcao-<stage>-`. */
  stack: string
  type: string
  count: number
  why: string
}

/** Resources the emulator cannot create. */
export const LEFT_OUT: readonly LeftOut[] = [
  {
    stack: 'session-host',
    type: 'AWS::ApplicationAutoScaling::ScalableTarget',
    count: 1,
    why: 'the emulator has no scaling',
  },
  {
    stack: 'session-host',
    type: 'AWS::ApplicationAutoScaling::ScalingPolicy',
    count: 2,
    why: 'the emulator has no scaling',
  },
  {
    stack: 'web',
    type: 'Custom::CDKBucketDeployment',
    count: 2,
    why: "its function runs the AWS CLI of a layer where only Lambda's own machines have it",
  },
]

/** Number of container images per stack, which cannot be built without Docker. */
const IMAGES_LEFT_OUT: Record<string, number> = { 'session-host': 1 }

/**
 * Actions granted besides: on AWS the right to send one message also covers batches; the emulator
 * requires an action named like the call. Granted beside the first, never without it.
 */
const ALSO: Record<string, string> = Object.fromEntries(
  ['SendMessage', 'DeleteMessage', 'ChangeMessageVisibility'].map(call => [`sqs:${call}`, `sqs:${call}Batch`]),
)

/**
 * Endpoint through which functions reach browsers: the emulator serves no API under the name that
 * AWS gives it.
 */
const CALLBACK = 'REALTIME_ENDPOINT'

type Resource = { Type: string; Properties?: Record<string, unknown>; DependsOn?: string | string[] }
type Template = { Resources: Record<string, Resource> }
type GenerateSecretString = { PasswordLength?: number; ExcludePunctuation?: boolean }
type Statement = { Action: string | string[] }

/**
 * Copies an assembly and removes the listed resources.
 * @param options.callback prefix of the address at which the emulator serves an API by its id
 * @returns a line for each thing that is not deployed as it is
 * @throws when the lists and the templates do not agree, or a remaining resource refers to a
 * removed one
 */
export function makeDeployable(options: { from: string; to: string; stage: string; callback: string }): string[] {
  const { from, to, stage, callback } = options
  rmSync(to, { recursive: true, force: true })
  cpSync(from, to, { recursive: true })
  const notes: string[] = []
  const stacks = readdirSync(to).flatMap(
    name => new RegExp(`^balcao-${stage}-(.+)\\.template\\.json$`).exec(name)?.[1] ?? [],
  )
  for (const listed of [...LEFT_OUT.map(({ stack }) => stack), ...Object.keys(IMAGES_LEFT_OUT)])
    if (!stacks.includes(listed)) throw new Error(`There is no stack ${listed}, of which something is to be left out`)
  for (const stack of stacks) {
    notes.push(
      ...edit(join(to, `balcao-${stage}-${stack}.template.json`), (template: Template) => [
        ...leaveOutResources(template, stack),
        ...nameBatches(template, stack),
        ...redirectCallbacks(template, stack, callback),
        ...generateSecrets(template, stack),
      ]),
      ...edit(join(to, `balcao-${stage}-${stack}.assets.json`), (assets: { dockerImages?: object }) =>
        leaveOutImages(assets, stack),
      ),
    )
  }
  return notes
}

function edit<T>(file: string, change: (content: T) => string[]): string[] {
  const content = JSON.parse(readFileSync(file, 'utf8')) as T
  const notes = change(content)
  writeFileSync(file, JSON.stringify(content, null, 1))
  return notes
}

function leaveOutResources({ Resources }: Template, stack: string): string[] {
  const gone: string[] = []
  const notes = LEFT_OUT.filter(listed => listed.stack === stack).map(({ type, count, why }) => {
    const ids = Object.keys(Resources).filter(id => Resources[id]?.Type === type)
    if (ids.length !== count)
      throw new Error(`${stack} has ${ids.length} ${type}; the list of left out resources has ${count}`)
    gone.push(...ids)
    return `not deployed: ${stack} ${count} × ${type} (${why})`
  })
  for (const id of gone) delete Resources[id]
  for (const resource of Object.values(Resources)) {
    if (resource.DependsOn === undefined) continue
    resource.DependsOn = [resource.DependsOn].flat().filter(id => !gone.includes(id))
  }
  const rest = JSON.stringify(Resources)
  for (const id of gone)
    if (rest.includes(`"${id}"`)) throw new Error(`${stack}: something that is deployed refers to ${id}, which is not`)
  return notes
}

function nameBatches({ Resources }: Template, stack: string): string[] {
  let grants = 0
  for (const { Type, Properties } of Object.values(Resources)) {
    if (Type !== 'AWS::IAM::Policy') continue
    const document = Properties?.PolicyDocument as { Statement: Statement[] } | undefined
    for (const statement of document?.Statement ?? []) {
      const actions = [statement.Action].flat()
      const also = actions.flatMap(action => ALSO[action] ?? [])
      if (also.length === 0) continue
      statement.Action = [...actions, ...also]
      grants++
    }
  }
  return grants > 0 ? [`changed: ${stack} ${grants} grants of SQS name the batch calls too`] : []
}

/** Replaces `https://<api>.execute-api.<region>.<suffix>/<stage>` by `<callback>/<api>/<stage>`. */
function redirectCallbacks({ Resources }: Template, stack: string, callback: string): string[] {
  let functions = 0
  for (const { Type, Properties } of Object.values(Resources)) {
    if (Type !== 'AWS::Lambda::Function') continue
    const { Variables: variables } = (Properties?.Environment ?? {}) as { Variables?: Record<string, unknown> }
    if (variables?.[CALLBACK] === undefined) continue
    const [separator, parts] = (variables[CALLBACK] as { 'Fn::Join': [string, unknown[]] })['Fn::Join']
    const [scheme, api] = parts
    const path = parts.at(-1)
    if (separator !== '' || scheme !== 'https://' || typeof path !== 'string' || !path.startsWith('/'))
      throw new Error(`${stack}: ${CALLBACK} is not made of what is known: ${JSON.stringify(parts)}`)
    variables[CALLBACK] = { 'Fn::Join': ['', [`${callback}/`, api, path]] }
    functions++
  }
  return functions > 0 ? [`changed: ${stack} ${CALLBACK} of ${functions} functions`] : []
}

/**
 * Replaces generated secrets: the emulator always includes punctuation, and a comma in a secret
 * makes two of it.
 */
function generateSecrets({ Resources }: Template, stack: string): string[] {
  let secrets = 0
  for (const { Type, Properties } of Object.values(Resources)) {
    const asked = Properties?.GenerateSecretString as GenerateSecretString | undefined
    if (Type !== 'AWS::SecretsManager::Secret' || asked === undefined) continue
    const { PasswordLength: length, ExcludePunctuation: plain, ...others } = asked
    if (length === undefined || plain !== true || Object.keys(others).length > 0)
      throw new Error(`${stack}: a secret is generated as is not known here: ${JSON.stringify(asked)}`)
    delete Properties!.GenerateSecretString
    Properties!.SecretString = randomBytes(length).toString('hex').slice(0, length)
    secrets++
  }
  return secrets > 0 ? [`changed: ${stack} ${secrets} generated secrets have no punctuation, as is asked for`] : []
}

function leaveOutImages(assets: { dockerImages?: object }, stack: string): string[] {
  const images = Object.keys(assets.dockerImages ?? {}).length
  const listed = IMAGES_LEFT_OUT[stack] ?? 0
  if (images !== listed) throw new Error(`${stack} has ${images} images; the list of left out resources has ${listed}`)
  if (images === 0) return []
  assets.dockerImages = {}
  return [`not deployed: ${stack} ${images} × container image (nobody builds it without Docker)`]
}
