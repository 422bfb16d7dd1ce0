import { keepShell, type Shell } from './keep-shell.ts'
import { listenForPushes } from './show-push.ts'

/** The build puts it here. */
declare const __SHELL__: Shell

const scope = globalThis as unknown as ServiceWorkerGlobalScope
keepShell(scope, __SHELL__)
listenForPushes(scope)
