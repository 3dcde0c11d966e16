/** The exports of `@apex/client`. */
export { ApexError, type ApexErrorDetail } from './apex-error';
export type { components, paths } from './api-types';
export { createApexClient, type ApexClient, type ApexClientOptions, type WaitOptions } from './create-apex-client';
export { DeliveryError } from './flushes';
export type { DeliveryFailure, TrackedEvent } from './tracked-event';
export { unwrap } from './unwrap';
