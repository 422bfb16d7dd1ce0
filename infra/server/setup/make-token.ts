// Thread of `offer-setup.ts`: posts the token of a new set-up link, or undefined if the server is
// set up.
import { parentPort } from 'node:worker_threads'
import { offerSetup } from '@balcao/functions/data/account/offer-setup.ts'

parentPort!.postMessage(await offerSetup())
