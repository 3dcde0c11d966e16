import { conflict, type AppError } from '../../domain/errors';

/** The refusal of a second suppression of the same address. */
export const alreadySuppressed = (): AppError => conflict('This address is already suppressed.');
