/**
 * Puts the Opus packets of a WebM recording into an Ogg file, without decoding them. `mediabunny`
 * is MPL-2.0 and stays, unchanged, in this file's own chunk.
 */
import {
  BlobSource,
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacketSink,
  Input,
  OggOutputFormat,
  Output,
  WEBM,
} from 'mediabunny'

/**
 * Returns a WebM recording of one Opus track as Ogg, the container of WhatsApp's voice notes.
 * @throws Error if the recording has no sound, for example because it ended at once
 */
export async function toOgg(webm: Blob): Promise<Blob> {
  const input = new Input({ source: new BlobSource(webm), formats: [WEBM] })
  const track = await input.getPrimaryAudioTrack()
  const decoderConfig = await track?.getDecoderConfig()
  if (!track || !decoderConfig) throw new Error('the recording has no sound')
  const target = new BufferTarget()
  const output = new Output({ format: new OggOutputFormat(), target })
  const packets = new EncodedAudioPacketSource('opus')
  output.addAudioTrack(packets)
  await output.start()
  for await (const packet of new EncodedPacketSink(track).packets()) await packets.add(packet, { decoderConfig })
  await output.finalize()
  input.dispose()
  return new Blob([target.buffer!], { type: 'audio/ogg' })
}
