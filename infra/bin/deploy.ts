/**
 * Deploys a stage to the AWS account and region of the surrounding credentials: `npm run deploy --
 * --stage prod`. Builds the web, then synthesizes and deploys every stack with the CDK command
 * line. docs/operations lists what that creates and costs. The first deployment of an account needs
 * `--bootstrap` once.
 */
import { spawnSync } from 'node:child_process'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { EXTERNAL_SETTINGS, type StageSettings, stageSettings } from '../config.ts'
import { cdkProgram } from '../constructs/cdk-program.ts'
import { REPOSITORY } from '../constructs/repository.ts'

/** Prices of US East (N. Virginia), compared in decision 0054. */
const EGRESS: Record<StageSettings['egress'], string> = {
  'nat-gateway': 'private subnets behind one NAT gateway, $36.50 a month and $0.045/GB (default)',
  'public-address': 'public subnets, an address per host and nothing let in, $3.65 a month per host',
}

const USAGE = `npm run deploy -- --stage NAME [options]
  --stage NAME            2 to 16 of a-z, 0-9 and -; "prod" is larger and keeps logs longer
  --domain NAME           the web's own name, with --certificate ARN (ACM, us-east-1)
  --sign-up KIND          open (default): anybody may sign a company up; closed: only super users create them
  --alarm-email ADDRESS   recipient of alarms
  --pix-url URL           the bank's API Pix, e.g. https://pix.example-bank.com.br; with --pix-key. Without it companies cannot pay
  --pix-key KEY           the Pix key that companies pay to
  --email-from ADDRESS    whom e-mails come from, e.g. "Balcão <no-reply@example.com>"; verified in SES. Without it none is sent
  --meta-app ID           the app at Meta, for Facebook, Instagram and the Cloud API; without it there are none
  --meta-config ID        that app's configuration of the sign-up for WhatsApp numbers
  --private-hosts LIST    hosts that companies may name although they are private, as host:port,…; e.g. an ERP in a peered network
  --egress KIND           how the WhatsApp hosts reach the internet:
${Object.entries(EGRESS)
  .map(([kind, what]) => `                            ${kind}: ${what}`)
  .join('\n')}
  --whatsapp-version V    the version of WhatsApp Web to claim, when WhatsApp refuses the default (docs/operations/real-phone.md)
  --web-acl ARN           a web ACL (scope CLOUDFRONT) before the distribution
  --secret-version ID     version of the signing secret; changes it everywhere at once
  --sealing-version ID    the same of the sealing secret
  --set NAME=VALUE        a setting of an external system (docs/operations/deploying.md); repeatable
  --sign-ins N            sign-ins worked on at once (20; 0: no limit and no share of the account's concurrency)
  --bootstrap             prepare account and region for CDK first (once)
  --yes                   do not ask before widening permissions`

/** Command of the app: by this Node, which strips types, instead of the one in the path. */
const APP = ['--app', `"${process.execPath}" --disable-warning=ExperimentalWarning infra/bin/app.ts`]

type Order = { settings: StageSettings; context: Record<string, string>; bootstrap: boolean; yes: boolean }

/** Parses `openaiUrl=https://…`. @throws when there is no such setting */
function externalSetting(given: string): [string, string] {
  const [, name = '', value = ''] = /^(\w+)=(.+)$/.exec(given) ?? []
  if (!EXTERNAL_SETTINGS.includes(name)) throw new Error(`--set: one of ${EXTERNAL_SETTINGS.join(', ')}`)
  return [name, value]
}

/** Validates the arguments. @throws with their fault */
function readArguments(): Order {
  const { values } = parseArgs({
    options: {
      stage: { type: 'string' },
      domain: { type: 'string' },
      certificate: { type: 'string' },
      'sign-up': { type: 'string' },
      'alarm-email': { type: 'string' },
      'email-from': { type: 'string' },
      'meta-app': { type: 'string' },
      'meta-config': { type: 'string' },
      'private-hosts': { type: 'string' },
      set: { type: 'string', multiple: true, default: [] },
      'pix-url': { type: 'string' },
      'pix-key': { type: 'string' },
      egress: { type: 'string' },
      'whatsapp-version': { type: 'string' },
      'web-acl': { type: 'string' },
      'secret-version': { type: 'string' },
      'sealing-version': { type: 'string' },
      'sign-ins': { type: 'string' },
      bootstrap: { type: 'boolean', default: false },
      yes: { type: 'boolean', default: false },
    },
  })
  if (!values.stage) throw new Error('--stage is missing')
  if (values.stage === 'local') throw new Error('The local stage is not deployed: npm start runs it on this machine')
  if (values.stage === 'server') throw new Error('The stage "server" is not deployed: npm run serve runs it')
  const context = Object.fromEntries(
    Object.entries({
      stage: values.stage,
      domain: values.domain,
      certificateArn: values.certificate,
      signUp: values['sign-up'],
      alarmEmail: values['alarm-email'],
      emailFrom: values['email-from'],
      metaAppId: values['meta-app'],
      metaConfigId: values['meta-config'],
      privateHosts: values['private-hosts'],
      ...Object.fromEntries(values.set.map(externalSetting)),
      pixUrl: values['pix-url'],
      pixKey: values['pix-key'],
      egress: values.egress,
      whatsappVersion: values['whatsapp-version'],
      webAclArn: values['web-acl'],
      secretVersion: values['secret-version'],
      sealingVersion: values['sealing-version'],
      signInConcurrency: values['sign-ins'],
    }).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
  return { settings: stageSettings(context), context, bootstrap: values.bootstrap, yes: values.yes }
}

function deploy({ settings, context, bootstrap, yes }: Order): void {
  console.log(`Stage ${settings.stage}. WhatsApp hosts in ${EGRESS[settings.egress]}.`)
  if (!settings.emailFrom) console.log('Without --email-from no e-mail is sent: no notices, no password resets.')
  const given = Object.entries(context).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const program = cdkProgram()
  const cdk = (...args: string[]) =>
    run(`cdk ${args[0]}`, program, [...args, ...APP, ...given, '--output', `cdk.out/${context.stage}`])

  run('vite build', 'node_modules/vite/bin/vite.js', ['build', '--logLevel', 'warn'], 'web')
  if (bootstrap) cdk('bootstrap')
  cdk('deploy', '--all', '--require-approval', yes ? 'never' : 'broadening')
}

/**
 * Runs a Node program of the workspace, with this Node, in the foreground. @throws when it fails
 */
function run(what: string, program: string, args: string[], cwd = '.'): void {
  console.log(`${what} …`)
  const { status, error } = spawnSync(process.execPath, [resolve(REPOSITORY, program), ...args], {
    cwd: join(REPOSITORY, cwd),
    stdio: 'inherit',
  })
  if (error || status !== 0) throw new Error(`${what} failed${error ? `: ${error.message}` : ''}`)
}

/** Runs a step; prints its failure in one line and ends. */
function orExplain<T>(step: () => T, help = ''): T {
  try {
    return step()
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}${help}`)
    process.exit(1)
  }
}

const order = orExplain(readArguments, `\n\n${USAGE}`)
orExplain(() => deploy(order))
