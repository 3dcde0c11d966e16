import { loadCodecSettings, SettingsError } from '../config';
import { startCodecServer } from '../temporal/codec-server';
import { createPayloadCodec, readCodecKeys } from '../temporal/payload-codec';

/** `npm run codec`: decrypts payloads for Temporal's UI and command line. */
async function main(): Promise<void> {
  const settings = loadCodecSettings(process.env);
  const { HOST: host, CODEC_PORT: port, TEMPORAL_UI_URL: uiUrl, TEMPORAL_CODEC_TOKEN: token } = settings;
  const codec = createPayloadCodec(readCodecKeys(settings.TEMPORAL_CODEC_KEYS));
  const server = await startCodecServer({ codec, host, port, uiUrl, token });
  console.log(
    `Codec server on http://${host.includes(':') ? `[${host}]` : host}:${server.port}, for the Temporal UI at ${uiUrl}`,
  );
  process.send?.({ type: 'ready', port: server.port });
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void server.close());
  process.once('disconnect', () => void server.close());
}

main().catch((error: unknown) => {
  const inUse = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
  if (inUse) console.error(`The port is in use. Stop the other program, or set CODEC_PORT. (${error.message})`);
  else console.error(error instanceof SettingsError ? error.message : error);
  process.exitCode = 1;
});
