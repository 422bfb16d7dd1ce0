// A voice message, recorded on the spot.

import { sendFile } from './composer.js'
import { $, attempt, toast } from './dom.js'

let recorder
async function toggleRecording() {
  if (recorder) return recorder.stop()
  const stream = await navigator.mediaDevices.getUserMedia({ audio: true })
  const parts = []
  recorder = new MediaRecorder(stream)
  $('record').setAttribute('aria-pressed', 'true')
  recorder.ondataavailable = event => parts.push(event.data)
  recorder.onstop = () => {
    const { mimeType } = recorder
    recorder = undefined
    $('record').setAttribute('aria-pressed', 'false')
    for (const track of stream.getTracks()) track.stop()
    attempt(() => sendFile(new Blob(parts, { type: mimeType })))
  }
  recorder.start()
}

$('record').addEventListener('click', () =>
  toggleRecording().catch(() => toast('O microfone não está disponível nesta página.')),
)
