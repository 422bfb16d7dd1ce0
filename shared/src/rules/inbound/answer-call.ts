import type { PipelineStep } from './pipeline.ts'

/** Text sent when the setting `call` refuses calls. */
export const CALL_REFUSED_TEXT =
  'Este número não atende chamadas de voz nem de vídeo. Por favor, envie uma mensagem de texto ou de áudio.'

/** Records a call; a refused call is answered, whatever the hour. */
export const answerCall: PipelineStep = ({ message }) => {
  if (message.kind !== 'call_log') return undefined
  return { actions: message.call?.refused ? [{ type: 'reply', step: 0, text: CALL_REFUSED_TEXT }] : [], ends: true }
}
