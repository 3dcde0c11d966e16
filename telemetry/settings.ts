import { z } from 'zod';

const ratioMessage = 'must be a number from 0 to 1';

/** Settings of the span export, with OpenTelemetry's names. Without an endpoint, no spans are exported. */
export const tracingShape = {
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/, error: 'must be an http or https URL' })
    .transform((url) => url.replace(/\/+$/, ''))
    .optional(),
  /** The value is never printed. */
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .regex(/^[^=,\s]+=[^,]*(,[^=,\s]+=[^,]*)*$/, 'must be comma-separated name=value pairs')
    .optional(),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number(ratioMessage).min(0, ratioMessage).max(1, ratioMessage).default(1),
};

export type TracingSettings = z.infer<z.ZodObject<typeof tracingShape>>;
