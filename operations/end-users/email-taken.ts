import { conflict, type AppError } from '../../domain/errors';

/** The refusal of a second person with the same address. */
export const emailTaken = (): AppError => conflict('An end user with this email already exists in the workspace.');
